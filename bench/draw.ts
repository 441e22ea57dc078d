/** Time and memory of commitment and result, by default of a million tickets and one prize. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { drawWinner } from "#features/draws/server/drawing/draw-winner.ts";
import { requestDraw } from "#features/draws/server/drawing/request-draw.ts";
import { findProof } from "#features/draws/server/reading/find-draw.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { createLog } from "#platform/log.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { migrate } from "#platform/postgres/migrate.server.ts";
import { makeFullDraw } from "./fill-draw.ts";
import { stopsWithBench } from "./interruption.ts";

const tickets = Number(process.argv[2] ?? 1_000_000);
const prizes = Number(process.argv[3] ?? 1);
const log = createLog("error");
const dataDir = await mkdtemp(join(tmpdir(), "concours-bench-draw-"));
const postgres = await startEmbeddedPostgres({ dataDir, log });
const stopPostgres = stopsWithBench(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
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
  const media = createMedia(folderStore(join(tmpdir(), "concours-bench-no-pictures")));
  const ctx = { env: readEnv({ NODE_ENV: "test" }), db: openDb(pool), log, jobs, media, beacon, now: () => now };
  const lotteryId = await makeFullDraw(ctx.db, tickets, { prizes });

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
    `${tickets} tickets, prizes: ${prizes}; commitment ${commitment} ms (${megabytes} MB more memory), result ${result} ms, proof ${proof} ms\n`,
  );
} finally {
  await jobs.stop();
  await pool.end();
  await stopPostgres();
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const answer = await run();
  if (typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false)
    throw new Error(JSON.stringify(answer));
  return Math.round(performance.now() - start);
}
