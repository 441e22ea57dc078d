/** Finding one person's orders in a draw uses an index, with any statistics. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { findOwnRow } from "#features/lotteries/server/own-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { findNetworkHeld } from "../checkout/buyer-store.ts";
import { exceedsPersonLimit } from "../holds/hold-store.ts";
import { order } from "../orders.fixture.ts";
import { listMeRows } from "./me-store.ts";

const OTHERS = 2_000;
const TIMES = 4;
let ctx: TestCtx;
let key: { readonly userId: string; readonly lotteryId: string };
let token: string;

async function buyMany(lotteryId: string, count: number): Promise<void> {
  const { id } = await makeUser(ctx);
  await sql`UPDATE lotteries SET tickets_sold = ${count}, last_ticket_number = ${count}, tickets_available = 1000000 WHERE id = ${lotteryId}`.execute(
    ctx.db,
  );
  await sql`
    WITH bought AS (
      INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence)
      SELECT 'paid', 'paid', ${lotteryId}, ${id}, 1, 0, 0 FROM generate_series(1, ${count}::int) RETURNING id
    ) INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag)
      SELECT ${lotteryId}, row_number() OVER (), id, ${id}, decode(md5(id::text), 'hex') FROM bought`.execute(ctx.db);
}

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const [former, lotteryId] = [await makeLottery(ctx), await makeLottery(ctx)];
  await ctx.db.updateTable("lotteries").set({ max_tickets_per_person: 5 }).where("id", "=", lotteryId).execute();
  await buyMany(former, 500);
  await sql`ANALYZE orders`.execute(ctx.db);
  await buyMany(lotteryId, OTHERS);
  await sql`
    WITH crowd AS (
      INSERT INTO users (email, first_name, last_name) SELECT n || '@crowd.test', 'One', 'Of many' FROM generate_series(1, 300) AS n RETURNING id
    ) INSERT INTO sessions (user_id, token, expires_at) SELECT id, id, now() + interval '1 day' FROM crowd`.execute(ctx.db);
  const { userId, sessionToken, email } = await registered(ctx);
  await order(ctx, lotteryId, 2, { id: userId, email });
  [key, token] = [{ userId, lotteryId }, sessionToken];
});
afterAll(() => ctx.close({ broken: ["within-person-limit"] }));

/** Rows read so far on this connection. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
    WHERE relname IN ('orders', 'tickets', 'users', 'sessions', 'participants', 'network_holds')`.execute(tx);
  return rows[0]?.read ?? 0;
}

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ["for the header of each page", (tx) => listMeRows(tx, [{ token, lotteryId: key.lotteryId }], ctx.now(), true)],
  ["for a draw's page", (tx) => findOwnRow(tx, key.userId, key.lotteryId)],
  ["for the limit per person", (tx) => exceedsPersonLimit(tx, { ...key, quantity: 1 })],
  ["for the share of their network", (tx) => findNetworkHeld(tx, { ...key, network: key.userId })],
])("the orders of one person are found %s without reading those of others", async (_when, ask) => {
  await ctx.db.transaction().execute(async (tx) => {
    // With a generic plan, as for prepared statements.
    await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
    const before = await rowsRead(tx);
    for (let time = 1; time <= TIMES; time++) await ask(tx);
    expect((await rowsRead(tx)) - before).toBeLessThan(TIMES * 10);
  });
});
