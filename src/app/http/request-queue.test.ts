import { once } from "node:events";
import { Agent, createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { withRequestQueue } from "./request-queue.ts";

const OPEN = 50;
const NEW = 20;

/** How many replies busy open connections get until all new connections have got theirs. */
async function repliesMeanwhile(wrap: (listener: RequestListener) => RequestListener): Promise<number> {
  const server = createServer(wrap((_, outgoing) => outgoing.end("ok"))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent }, (reply) => reply.resume().once("end", resolve)).once("error", reject);
    });
  const [open, fresh] = [new Agent({ keepAlive: true, maxSockets: OPEN }), new Agent({ keepAlive: true })];
  await Promise.all(Array.from({ length: OPEN }, () => ask(open)));
  let replies = 0;
  let over = false;
  const busy = Array.from({ length: OPEN }, async () => {
    while (!over) {
      await ask(open);
      if (!over) replies += 1;
    }
  });
  await Promise.all(Array.from({ length: NEW }, () => ask(fresh)));
  over = true;
  await Promise.all(busy);
  for (const agent of [open, fresh]) agent.destroy();
  server.close();
  return replies;
}

it("new connections do not wait until busy ones have sent many requests", async () => {
  expect(await repliesMeanwhile((listener) => listener)).toBeGreaterThan((NEW * OPEN) / 2);
  expect(await repliesMeanwhile(withRequestQueue)).toBeLessThan((NEW * OPEN) / 4);
});

it("the request of a closed connection is not handled", async () => {
  let handled = 0;
  const server = createServer(
    withRequestQueue((_, outgoing) => {
      handled += 1;
      outgoing.end("ok");
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  server.prependListener("request", ({ url, socket }) => void (url === "/closed" && socket.destroy()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(fetch(`${url}/closed`)).rejects.toThrow("fetch failed");
  expect(await (await fetch(url)).text()).toBe("ok");
  expect(handled).toBe(1);
  server.closeAllConnections();
  server.close();
});
