/** Many buyers for the last tickets: stock is oversold without the guard, and not with it. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type MadeUser, makeLottery, makeRegular } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { checkout, pay, sessionOf, stockOf } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";

const BUYERS = 200;
const LAST = 20;

let ctx: TestCtx;
let buyers: MadeUser[];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => makeRegular(ctx)));
});
afterAll(() => ctx.close());

const lastTickets = () => makeLottery(ctx, { tickets_available: LAST });

/** The naive way: read how many are left, then write how many are sold. */
async function holdWithoutGuard(target: TestCtx, lotteryId: string): Promise<boolean> {
  const { sold, available } = await stockOf(target, lotteryId);
  if (sold + 1 > available) return false;
  await sql`UPDATE lotteries SET tickets_sold = ${sold + 1} WHERE id = ${lotteryId}`.execute(target.db);
  return true;
}

describe(`${BUYERS} buyers for the last ${LAST} tickets`, () => {
  it("oversell if the stock is read first and written afterwards", async () => {
    const lottery = await lastTickets();
    const served = await Promise.all(buyers.map(() => holdWithoutGuard(ctx, lottery)));
    expect(served.filter(Boolean).length).toBeGreaterThan(LAST);
    await ctx.db.updateTable("lotteries").set({ tickets_sold: 0 }).where("id", "=", lottery).execute();
  });

  it.each([1, 2, 3])("sells exactly what there is with the guard (round %d)", async () => {
    const lottery = await lastTickets();
    const replies = await Promise.all(buyers.map((buyer) => checkout(ctx, lottery, 1, buyer)));
    const opened = replies.filter((reply) => reply.ok);
    expect(opened).toHaveLength(LAST);
    expect(new Set(replies.filter((reply) => !reply.ok).map((reply) => reply.error))).toEqual(new Set(["sold_out"]));
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: LAST, sold: 0 });

    await Promise.all(
      opened.map(async ({ value }) => {
        const sessionId = await sessionOf(ctx, value.orderId);
        await pay(ctx, sessionId);
        await Promise.all([settleOrder(ctx, sessionId), settleOrder(ctx, sessionId)]);
      }),
    );
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 0, sold: LAST, last: LAST });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("sell the stock exactly, with different quantities", async () => {
    const lottery = await makeLottery(ctx, { tickets_available: 500 });
    const replies = await Promise.all(buyers.map((buyer, i) => checkout(ctx, lottery, 1 + (i % 7), buyer)));
    const { held } = await stockOf(ctx, lottery);
    expect(held).toBeLessThanOrEqual(500);
    expect(held).toBeGreaterThan(493);
    expect(replies.filter((reply) => reply.ok)).not.toHaveLength(BUYERS);
  });
});

describe("two processes at once", () => {
  it("sell the same last tickets once, each through its own pool", async () => {
    const lottery = await lastTickets();
    const pool = openPool(ctx.databaseUrl, ctx.log, 20);
    const other: TestCtx = { ...ctx, pool, db: openDb(pool) };
    const replies = await Promise.all(buyers.map((buyer, i) => checkout(i % 2 === 0 ? ctx : other, lottery, 1, buyer)));
    await pool.end();
    expect(replies.filter((reply) => reply.ok)).toHaveLength(LAST);
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: LAST });
  });
});

describe("the schema itself", () => {
  it("refuses inconsistent stock", async () => {
    const lottery = await lastTickets();
    const broken = (statement: ReturnType<typeof sql>) =>
      expect(statement.execute(ctx.db)).rejects.toThrow(/lotteries_never_oversold|check constraint/);
    await broken(sql`UPDATE lotteries SET tickets_sold = ${LAST + 1} WHERE id = ${lottery}`);
    await broken(sql`UPDATE lotteries SET tickets_held = -1 WHERE id = ${lottery}`);
    await broken(sql`UPDATE lotteries SET tickets_sold = ${LAST}, tickets_held = 1 WHERE id = ${lottery}`);
  });
});

describe("a purchase in a deadlock", () => {
  /** Aborts this many purchases as deadlocks. A sequence survives rollbacks, so it can count. */
  const endNext = (count: number) =>
    ctx.owner.query(`CREATE SEQUENCE crossings; GRANT USAGE ON SEQUENCE crossings TO PUBLIC;
      CREATE FUNCTION end_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('crossings') <= ${count} THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER end_purchase BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION end_purchase()`);
  afterEach(() => ctx.owner.query("DROP TRIGGER end_purchase ON orders; DROP FUNCTION end_purchase(); DROP SEQUENCE crossings"));

  it.each([
    ["alone", {}],
    ["under a limit", { max_tickets_per_person: 5 }],
  ])("is retried, %s, and takes its tickets once", async (_case, more) => {
    const lottery = await makeLottery(ctx, more);
    await endNext(2);
    expect(await checkout(ctx, lottery, 2)).toMatchObject({ ok: true });
    expect(await stockOf(ctx, lottery)).toMatchObject({ held: 2, sold: 0 });
  });

  it("fails if each retry deadlocks", async () => {
    await endNext(1_000);
    await expect(checkout(ctx, await makeLottery(ctx), 1)).rejects.toThrow("deadlock");
  });
});
