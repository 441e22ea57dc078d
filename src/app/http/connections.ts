/** Timeouts and limits of connections, so that slow ones do not exhaust the server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Timeouts = {
  readonly headersMs: number;
  /** Time for a body before its pace counts. */
  readonly graceMs: number;
  /** Minimum bytes a second afterwards, a quarter of the slowest phone line. */
  readonly pace: number;
  /** For a connection on which nothing moves, in either direction. */
  readonly silenceMs: number;
  /** Longer than proxies keep idle connections (usually 60 s), which may have a request on its way. */
  readonly keepAliveMs: number;
  /** Connections at once. One more closes the longest idle, else the slowest reader past the grace time. */
  readonly most: number;
};

export const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  graceMs: 15_000,
  pace: 2_048,
  silenceMs: 120_000,
  keepAliveMs: 75_000,
  most: 2_000,
};

/** The absolute limit of a body: the largest one on a slow line. */
const LONGEST_REQUEST_MS = 30 * 60_000;
const LOOK_EVERY_MS = 1_000;

export function createServerWithTimeouts(timeouts = TIMEOUTS): Server {
  const server = createServer({
    keepAliveTimeout: timeouts.keepAliveMs,
    headersTimeout: timeouts.headersMs,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  server.timeout = timeouts.silenceMs;
  server.on("request", (incoming, outgoing) => expectBody(incoming, outgoing, timeouts));
  makeRoom(server, timeouts);
  return server;
}

/** Closes the connection of a body that arrives too slowly. */
function expectBody(incoming: IncomingMessage, outgoing: ServerResponse, { graceMs, pace }: Timeouts): void {
  if (isWhole(incoming)) return;
  const { socket } = incoming;
  const from = { at: performance.now(), bytes: socket.bytesRead };
  const watch = setInterval(() => {
    const over = performance.now() - from.at - graceMs;
    if (over < 0 || socket.bytesRead - from.bytes >= (over / 1000) * pace) return;
    if (!outgoing.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    socket.destroy();
  }, LOOK_EVERY_MS).unref();
  const stop = () => clearInterval(watch);
  incoming.once("end", stop);
  outgoing.once("close", stop);
}

/** The pending replies of a connection, and since when it has been reading the first. */
type Reading = { readonly replies: Set<ServerResponse>; readonly since: number };

/** Keeps the number of connections below `most`: closes idle ones first, then the slowest readers. */
function makeRoom(server: Server, { most, graceMs }: Pick<Timeouts, "most" | "graceMs">): void {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  const answering = new Map<Socket, Reading>();
  const slowestReader = () => {
    const before = performance.now() - graceMs;
    for (const [socket, { replies, since }] of answering) {
      if (since > before) return undefined;
      const [first] = replies;
      if (first?.headersSent) return socket;
    }
    return undefined;
  };
  const goOn = (socket: Socket, replies: Set<ServerResponse>) => {
    answering.delete(socket);
    if (replies.size > 0 && open.has(socket)) answering.set(socket, { replies, since: performance.now() });
  };
  server.on("connection", (socket) => {
    if (open.size >= most) {
      const [longest = slowestReader() ?? socket] = waiting;
      longest.destroy();
      forget(longest);
      if (longest === socket) return;
    }
    open.add(socket);
    waiting.add(socket);
    socket.once("close", () => forget(socket));
  });
  server.on("request", (incoming, outgoing) => {
    const { socket } = incoming;
    if (isWhole(incoming)) waiting.delete(socket);
    else incoming.once("end", () => waiting.delete(socket));
    const { replies } = answering.get(socket) ?? { replies: new Set<ServerResponse>() };
    replies.add(outgoing);
    // Another request without reading does not reset the time.
    if (replies.size === 1) goOn(socket, replies);
    outgoing.once("close", () => {
      replies.delete(outgoing);
      goOn(socket, replies);
      if (open.has(socket) && replies.size === 0) waiting.add(socket);
    });
  });
  const forget = (socket: Socket) => {
    open.delete(socket);
    waiting.delete(socket);
    answering.delete(socket);
  };
}

function isWhole({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
}
