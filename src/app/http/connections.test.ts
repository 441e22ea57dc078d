/** Slow and incomplete requests, beside a normal one. */
import { once } from "node:events";
import { Agent, get, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { createServerWithTimeouts, TIMEOUTS } from "./connections.ts";

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** Answers with the length of the body. */
async function start(timeouts: Partial<typeof TIMEOUTS>): Promise<number> {
  server = createServerWithTimeouts({ ...TIMEOUTS, ...timeouts }).listen(0, "127.0.0.1");
  server.on("request", (incoming, outgoing) => {
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    incoming.on("end", () => outgoing.end(String(bytes)));
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Opens a connection and sends `text`. `closed` is everything received. */
function open(port: number, text: string): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString();
  });
  socket.on("error", () => undefined);
  socket.write(text);
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve(heard))) };
}

function ask(port: number, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", ...(agent && { agent }) }, (reply) => {
      let text = "";
      reply.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      reply.once("end", () => resolve(text));
    }).once("error", reject);
  });
}

it.each([
  ["nothing at all", ""],
  ["half a line", "GET / HT"],
  ["half of its headers", "POST / HTTP/1.1\r\nHost: x\r\nX-A: "],
])("a connection that sends %s is closed after its timeout", async (_name, text) => {
  const port = await start({ headersMs: 500 });
  const begun = performance.now();
  const { closed } = open(port, text);
  await closed;
  expect(performance.now() - begun).toBeGreaterThan(400);
  expect(performance.now() - begun).toBeLessThan(8000);
});

it("slow headers close the connection", async () => {
  const port = await start({ headersMs: 1000 });
  const { socket, closed } = open(port, "GET / HTTP/1.1\r\nHost: x\r\nX-A: ");
  const drip = setInterval(() => socket.write("a"), 50);
  expect(await closed.finally(() => clearInterval(drip))).toMatch(/^HTTP\/1\.1 408/);
});

it("a slow body closes the connection with a reason", async () => {
  const port = await start({ graceMs: 500 });
  const { socket, closed } = open(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
  const drip = setInterval(() => socket.write("a"), 50);
  expect(await closed.finally(() => clearInterval(drip))).toMatch(/^HTTP\/1\.1 408/);
});

it("a large body from a slow line arrives", async () => {
  const port = await start({ graceMs: 200, pace: 500 });
  const sent = request({ port, host: "127.0.0.1", method: "POST", headers: { "Content-Length": 20_000 } });
  const answered = once(sent, "response");
  for (let i = 0; i < 20; i++) {
    sent.write("a".repeat(1000));
    await sleep(150);
  }
  sent.end();
  const [reply] = (await answered) as [IncomingMessage];
  expect(String(await reply.toArray())).toBe("20000");
});

it("a kept-alive connection may be idle for longer than the headers' timeout", async () => {
  const port = await start({ headersMs: 500 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(port, agent)).toBe("0");
  await sleep(2500);
  expect(await ask(port, agent)).toBe("0");
  agent.destroy();
});

it("four hundred incomplete requests do not block others, with a limit of fifty", async () => {
  const port = await start({ most: 50 });
  const halves = ["GET / HTTP/1.1\r\nHost: x\r\nX-A: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab", ""] as const;
  const opened = Array.from({ length: 400 }, (_, i) => open(port, halves[i % 3] ?? ""));
  await Promise.all(opened.slice(0, 300).map(({ closed }) => closed));
  for (let i = 0; i < 20; i++) expect(await ask(port)).toBe("0");
  const count = await new Promise((resolve) => server?.getConnections((_error, open) => resolve(open)));
  expect(count).toBeLessThanOrEqual(50);
});

it("a connection that is being answered is not closed to make room", async () => {
  server = createServerWithTimeouts({ ...TIMEOUTS, most: 2 }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const slow = ask(port);
  const [, outgoing] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  let crowd = 0;
  server.on("connection", () => {
    crowd += 1;
  });
  for (let i = 0; i < 10; i++) open(port, "");
  await expect.poll(() => crowd).toBe(10);
  outgoing.end("at last");
  expect(await slow).toBe("at last");
});

it("unread replies do not block others at the limit", async () => {
  server = createServerWithTimeouts({ ...TIMEOUTS, most: 3, graceMs: 300 }).listen(0, "127.0.0.1");
  server.on("request", ({ url }: IncomingMessage, outgoing: ServerResponse) =>
    outgoing.end(url === "/large" ? Buffer.alloc(32_000_000) : "small"),
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  server.on("request", () => {
    asked += 1;
  });
  for (let i = 0; i < 3; i++) {
    const { socket } = open(port, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.pause();
    // Another request does not count as reading.
    setTimeout(() => socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"), 400);
  }
  await expect.poll(() => asked).toBe(3);
  await sleep(500);
  for (let i = 0; i < 5; i++) expect(await ask(port)).toBe("small");
});
