/** With a real primary and replica. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "../log.server.ts";
import { openPool, type Pool } from "./db.server.ts";
import { type Pair, startPair } from "./fixtures/standby.fixture.ts";
import { openReads, type Reads } from "./reads.server.ts";

const SOON = { timeout: 20_000, interval: 50 };
/** The tests trigger each check. */
const LONG_MS = 60_000;
const log = createLog("silent");
let pair: Pair;
let primary: Pool;
let replica: Pool;
let reads: Reads;
beforeAll(async () => {
  pair = await startPair();
  primary = openPool(pair.primary.url, log, 4);
  replica = openPool(pair.standby.url, log, 4);
  await primary.query("CREATE TABLE sold (id int)");
}, 60_000);
beforeEach(async () => {
  reads?.stop();
  reads = openReads(primary, replica, log, { mostLagMs: LONG_MS });
});
afterAll(async () => {
  reads.stop();
  await Promise.all([primary.end(), replica.end()]);
  await pair.stop();
});

const portRead = async () => (await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(reads.db)).rows[0]?.port;
const near = () =>
  vi.waitFor(async () => {
    await reads.measure();
    if (!reads.usesReplica) throw new Error("not near yet");
  }, SOON);

it("reads the primary until the replica was measured", async () => {
  expect(await portRead()).toBe(pair.primary.port);
  await near();
  expect(await portRead()).toBe(pair.standby.port);
});

it("never reads the replica of another database", async () => {
  await near();
  await primary.query("CREATE DATABASE another");
  const elsewhere = openPool(Object.assign(new URL(pair.standby.url), { pathname: "/another" }).href, log, 1);
  const mixed = openReads(primary, elsewhere, log, { mostLagMs: LONG_MS });
  await vi.waitFor(() => elsewhere.query("SELECT"), SOON);
  await mixed.measure();
  expect(mixed.usesReplica).toBe(false);
  mixed.stop();
  await elsewhere.end();
});

it("refuses writes and transactions", async () => {
  await expect(sql`INSERT INTO sold VALUES (1)`.execute(reads.db)).rejects.toThrow("nothing is written");
  await expect(reads.db.transaction().execute(async () => undefined)).rejects.toThrow("nothing is written");
});

it("reads the primary if a disconnected replica falls behind", async () => {
  await near();
  await pair.standby.query("SELECT pg_wal_replay_pause()");
  await primary.query("INSERT INTO sold SELECT generate_series(1, 100)");
  // Without former positions the replica never catches up.
  reads.stop();
  reads = openReads(primary, replica, log, { mostLagMs: LONG_MS });
  await reads.measure();
  expect(reads.usesReplica).toBe(false);
  expect(await portRead()).toBe(pair.primary.port);
  await pair.standby.query("SELECT pg_wal_replay_resume()");
  await near();
  expect(await portRead()).toBe(pair.standby.port);
});

it("reports the replica's lag", async () => {
  await near();
  await pair.standby.query("SELECT pg_wal_replay_pause()");
  await primary.query("INSERT INTO sold SELECT generate_series(1, 100)");
  await vi.waitFor(async () => {
    await reads.measure();
    if ((reads.lagMs ?? 0) < 200) throw new Error("no lag yet");
  }, SOON);
  await pair.standby.query("SELECT pg_wal_replay_resume()");
});

it("repeats a statement on the primary after a replica's error", async () => {
  await near();
  await expect(sql`SELECT nothing FROM sold`.execute(reads.db)).rejects.toMatchObject({ code: "42703" });
});

it("reads the primary at once if the replica is gone", async () => {
  await near();
  await pair.standby.kill();
  expect(await portRead()).toBe(pair.primary.port);
  expect(reads.usesReplica).toBe(false);
  await reads.measure();
  expect(reads.lagMs).toBe(undefined);
  await pair.standby.start();
  await near();
  expect(await portRead()).toBe(pair.standby.port);
});
