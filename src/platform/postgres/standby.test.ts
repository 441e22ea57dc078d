/** Connections that reach a standby, as during a failover. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDatabaseMonitor } from "../jobs/database-monitor.server.ts";
import { createLog } from "../log.server.ts";
import { openPool } from "./db.server.ts";
import { type Pair, startPair } from "./standby.fixture.ts";

const log = createLog("silent");
let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
}, 60_000);
afterAll(() => pair.stop());

it("breaks after a refused write, and counts as an outage", async () => {
  const begun = performance.now();
  const pool = openPool(pair.two.url, log, 1);
  try {
    await expect(pool.query("CREATE TABLE sold ()")).rejects.toMatchObject({ code: "25006" });
    await expect.poll(() => pool.totalCount, { timeout: 20_000, interval: 50 }).toBe(0);
    expect(pool.troubleSince(begun)).toBe("gone");
  } finally {
    await pool.end();
  }
});

it("that is closed at once, as by HAProxy without a primary, counts as an outage", async () => {
  const proxy = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const pool = openPool(`postgresql://postgres@127.0.0.1:${port}/postgres`, log, 1);
  for (const ask of [() => pool.query("SELECT"), () => pool.connect()]) {
    const begun = performance.now();
    await expect(ask()).rejects.toThrow();
    expect(pool.troubleSince(begun)).toBe("gone");
  }
  await pool.end();
  proxy.close();
});

it("is down for the monitor", async () => {
  const terminate = { all: () => undefined, silent: async () => undefined };
  const monitor = startDatabaseMonitor({ url: pair.two.url, log, terminate });
  expect(await monitor.check()).toBe(false);
  await monitor.stop();
});
