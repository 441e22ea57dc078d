/** The back office's lists and export for small and very large numbers. `npm run bench -- admin` */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { sql } from "kysely";
import pg from "pg";
import { finishDraw } from "#demo/finish-draw.ts";
import { makeLottery } from "#demo/makers.ts";
import { exportParticipants } from "#features/draws/server/reading/export-participants.ts";
import { findManagedDraw, listManagedDraws } from "#features/draws/server/reading/list-managed-draws.ts";
import { listParticipants } from "#features/draws/server/reading/list-participants.ts";
import { listCandidates } from "#features/draws/server/winners/list-candidates.ts";
import { listUsers } from "#features/staff/server/users/list-users.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { createLog } from "#platform/log.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { migrate } from "#platform/postgres/migrate.server.ts";
import { stopsWithBench } from "./interruption.ts";

const CROWDS = [
  { name: "small", people: 1_000, tickets: 10_000 },
  { name: "large", people: 100_000, tickets: 1_000_000 },
] as const;
const TIMES = 25;
const COMMAND = { kind: "command" } as const;

const log = createLog("error");
const dataDir = await mkdtemp(join(tmpdir(), "concours-bench-admin-"));
const postgres = await startEmbeddedPostgres({ dataDir, log });
const stopPostgres = stopsWithBench(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
try {
  const withRequestMetrics = [];
  for (const crowd of CROWDS) withRequestMetrics.push(await measure(crowd));
  const [small = {}, large = {}] = withRequestMetrics;
  for (const [what, ms] of Object.entries(large)) {
    const before = small[what] ?? 0;
    process.stdout.write(`${what.padEnd(42)} ${before.toFixed(1)} ms, ${ms.toFixed(1)} ms, ratio ${(ms / before).toFixed(1)}\n`);
  }
} finally {
  await stopPostgres();
}

async function measure({ name, people, tickets }: (typeof CROWDS)[number]): Promise<Record<string, number>> {
  const url = await makeDatabase(`bench_${name}`);
  const pool = openPool(url, log);
  try {
    const now = () => new Date();
    const genesisTime = Math.floor(Date.now() / 1000) - 86_400;
    const db = openDb(pool);
    const ctx = { db, reads: db, log, now, beacon: demoBeacon({ secretKey: randomBytes(32), genesisTime }) };
    const lotteryId = await fill(ctx, people, tickets);
    const page = { lotteryId, q: "", sort: "tickets", descending: true, page: 1 } as const;
    const users = { q: "", sort: "joined", descending: true, page: 1 } as const;
    const last = people / 25;
    const looks = {
      draws: () => listManagedDraws(ctx, COMMAND, { sort: "newest", descending: true, page: 1 }),
      "participants, first page": () => both(findManagedDraw(ctx, COMMAND, lotteryId), listParticipants(ctx, COMMAND, page)),
      "participants, last page": () => listParticipants(ctx, COMMAND, { ...page, page: last }),
      "participants by name, first page": () => listParticipants(ctx, COMMAND, { ...page, sort: "name", descending: false }),
      "participants, a search that finds one": () => listParticipants(ctx, COMMAND, { ...page, q: "player-77@" }),
      "users, first page": () => listUsers(ctx, COMMAND, users),
      "users by name, first page": () => listUsers(ctx, COMMAND, { ...users, sort: "name", descending: false }),
      "users, a search that finds one": () => listUsers(ctx, COMMAND, { ...users, q: "player-77@" }),
      "users, a search that finds all": () => listUsers(ctx, COMMAND, { ...users, q: "concours" }),
      "who could win, first twenty": () => listCandidates(ctx, COMMAND, { lotteryId, q: "" }),
      "who could win, a search that finds one": () => listCandidates(ctx, COMMAND, { lotteryId, q: "player-77@" }),
    };
    const times: Record<string, number> = {};
    for (const [what, look] of Object.entries(looks)) times[what] = await fastest(look);
    await exportAll(ctx, lotteryId, tickets);
    return times;
  } finally {
    await pool.end();
  }
}

async function makeDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  await migrate(url.href, log);
  return url.href;
}

type Ctx = Parameters<typeof listManagedDraws>[0];

/** A finished draw with about ten tickets a person. */
async function fill(ctx: Ctx, people: number, tickets: number): Promise<string> {
  const { db } = ctx;
  const lotteryId = await makeLottery(ctx, { start_date: "2020-01-01", end_date: "2020-02-01", tickets_available: tickets });
  await sql`INSERT INTO users (id, email, first_name, last_name, phone, email_verified, birth_date, created_at)
    SELECT md5('u' || n)::uuid, 'player-' || n || '@concours.test', initcap(substr(md5('f' || n), 1, 6)), initcap(substr(md5('l' || n), 1, 8)),
      '07700 ' || lpad(n::text, 6, '0'), true, date '1960-01-01' + (n % 12000), now() - n * interval '1 minute'
    FROM generate_series(1, ${people}::integer) AS n`.execute(db);
  // One order a person. The numbers of tickets vary, so that sorting has work to do.
  await sql`INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, captured_pence, payment_intent_id, settled_at)
    SELECT md5('o' || n)::uuid, 'paid', 'paid', ${lotteryId}, md5('u' || n)::uuid, 10, 2999, 29990, 29990, 'pi_' || n, now() FROM generate_series(1, ${people}::integer) AS n`.execute(
    db,
  );
  await sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
    SELECT ${lotteryId}, n, md5('o' || owner)::uuid, md5('u' || owner)::uuid, decode(md5(n::text), 'hex'), now() - interval '1 day' + n * interval '10 ms'
    FROM (SELECT n, 1 + (n * 7919::bigint % ${people}::integer + n * n::bigint % 13 * (n % 2)) % ${people}::integer AS owner
      FROM generate_series(1, ${tickets}::integer) AS n) AS issued`.execute(db);
  await sql`UPDATE lotteries SET last_ticket_number = ${tickets}, tickets_sold = ${tickets} WHERE id = ${lotteryId}`.execute(db);
  await db
    .transaction()
    .execute((tx) =>
      finishDraw(
        { ...ctx, media: createMedia(folderStore(join(tmpdir(), "concours-bench-none"))) },
        tx,
        lotteryId,
        new Date(Date.now() - 3_600_000),
      ),
    );
  await sql`VACUUM ANALYZE`.execute(db);
  return lotteryId;
}

/** Reads the whole file in pieces, as a slow reader does. */
async function exportAll(ctx: Ctx & { readonly reads: Ctx["db"] }, lotteryId: string, tickets: number): Promise<void> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  let bytes = 0;
  const start = performance.now();
  const file = await exportParticipants(ctx, COMMAND, lotteryId);
  if (!file.ok) throw new Error(file.error);
  for await (const piece of file.value.pieces) {
    bytes += Buffer.byteLength(piece);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(
    `${tickets} tickets as CSV: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, ${Math.round((peak - before) / 1e6)} MB more memory\n`,
  );
}

/** The fastest of several: other load can only slow it down. */
async function fastest(look: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TIMES; i++) {
    const start = performance.now();
    await look();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function both(...looks: readonly Promise<unknown>[]): Promise<unknown> {
  return Promise.all(looks);
}
