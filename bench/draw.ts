/** A draw of a million tickets: how long commitment and result take, and how much memory. `node bench/draw.ts [tickets]` */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { drawWinner } from "#features/draws/server/draw-winner.ts";
import { findProof } from "#features/draws/server/find-draw.ts";
import { requestDraw } from "#features/draws/server/request-draw.ts";
import { demoBeacon } from "#platform/beacon.server.ts";
import { migrate, openDb, openPool } from "#platform/db.server.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres.server.ts";
import { startJobs } from "#platform/jobs.server.ts";
import { createLog } from "#platform/log.server.ts";

const tickets = Number(process.argv[2] ?? 1_000_000);
const log = createLog("error");
const dataDir = await mkdtemp(join(tmpdir(), "concours-bench-draw-"));
const postgres = await startEmbeddedPostgres({ dataDir, log });
await migrate(postgres.url, log);
const pool = openPool(postgres.url, log);
const jobs = await startJobs(postgres.url, log);
try {
  let now = new Date();
  const beacon = demoBeacon({
    secretKey: randomBytes(32),
    genesisTime: Math.floor(now.getTime() / 1000) - 86_400,
    now: () => now,
  });
  const ctx = { db: openDb(pool), log, jobs, beacon, now: () => now };
  const lotteryId = await makeLottery(ctx, { start_date: "2020-01-01", end_date: "2020-02-01", tickets_available: tickets });
  const { id: userId } = await makeUser(ctx);
  await fill(lotteryId, userId);

  let peak = process.memoryUsage.rss();
  const before = peak;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const commitment = await timed(() => requestDraw(ctx, { kind: "command" }, { lotteryId }));
  clearInterval(watch);
  now = new Date(now.getTime() + 60_000);
  const result = await timed(() => drawWinner(ctx, { kind: "command" }, { lotteryId }));
  const proof = await timed(() => findProof(ctx, lotteryId));
  const megabytes = Math.round((peak - before) / 1e6);
  process.stdout.write(
    `${tickets} tickets: commitment ${commitment} ms (${megabytes} MB more memory), result ${result} ms, proof ${proof} ms\n`,
  );
} finally {
  await jobs.stop();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function fill(lotteryId: string, userId: string): Promise<void> {
  const db = openDb(pool);
  const order = await db
    .insertInto("orders")
    .values({
      kind: "free",
      state: "free",
      lottery_id: lotteryId,
      user_id: userId,
      quantity: tickets,
      unit_price_pence: 0,
      total_pence: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag)
    SELECT ${lotteryId}, n, ${order.id}, ${userId}, decode(md5(n::text), 'hex') FROM generate_series(1, ${tickets}::integer) AS n`.execute(
    db,
  );
  await db.updateTable("lotteries").set({ last_ticket_number: tickets }).where("id", "=", lotteryId).execute();
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const answer = await run();
  if (typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false)
    throw new Error(JSON.stringify(answer));
  return Math.round(performance.now() - start);
}
