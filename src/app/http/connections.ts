/** The server's timeouts: requests that never end, and more connections than there is room for, take nothing from anybody else. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Timeouts = {
  /** For all headers of a request, counted from the first of them, or from the connection where none comes. */
  readonly headersMs: number;
  /** For a body, before its pace counts. */
  readonly graceMs: number;
  /** Bytes a second that a body has to come with after that; a telephone on the slowest of lines sends four times as many. */
  readonly pace: number;
  /** For a connection on which nothing moves, in either direction. */
  readonly silenceMs: number;
  /** Longer than proxies keep an idle connection, as a rule for 60 s: where the shop closed it first, a request on its way would be lost. */
  readonly keepAliveMs: number;
  /** Connections at once. One more ends the one that is idle for longest, else the slowest reader past the grace time. */
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

/** Past this no body is waited for, whatever its pace: the largest takes as long on a slow line. */
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

/** Ends the connection of a body that comes too slowly to be meant. */
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

/** Of a connection: the replies that it waits for, in turn, and since when it reads the first of them or waits for it. */
type Reading = { readonly replies: Set<ServerResponse>; readonly since: number };

/** Keeps the number of connections below `most`, at the cost of those on which nobody has asked for anything, then of those that read as if they never wanted to end. */
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
    // Whoever asks for more without reading has not begun anew.
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
