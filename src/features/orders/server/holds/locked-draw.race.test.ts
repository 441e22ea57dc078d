/** A locked draw delays its own buyers only. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MadeUser, makeLottery, makeRegular, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb, openPool, type Pool } from "#platform/postgres/db.server.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { checkout, countWaiting, order, pay, stockOf } from "../orders.fixture.ts";
import { eraseUser } from "../players/erase-user.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { CHECKOUT_CARDS, withCheckout } from "../settlement/checkout-com.fixture.ts";
import { settleOrder, settleWithoutPayment } from "../settlement/settle-order.ts";
import { findOrderByRequest } from "../store.ts";

const CONNECTIONS = 20;
const BUYERS = 40;

let ctx: TestCtx;
let pool: Pool;
let shop: TestCtx;
let buyers: MadeUser[];
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  pool = openPool(ctx.databaseUrl, ctx.log, CONNECTIONS);
  shop = { ...ctx, pool, db: openDb(pool), reads: openDb(pool) };
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => makeRegular(ctx)));
});
afterAll(async () => {
  await pool.end();
  await ctx.close();
});

async function whileLocked(lotteryId: string, work: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  let going: Promise<unknown> = Promise.resolve();
  await ctx.db.transaction().execute(async (tx) => {
    await lockLotteryState(tx, lotteryId);
    going = work();
    await expect.poll(() => countWaiting(ctx), { timeout: 10_000 }).toBeGreaterThan(4);
    const begun = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => meanwhile()));
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(await countWaiting(ctx)).toBeLessThan(CONNECTIONS / 2);
  });
  return going;
}

it("its buyers wait on some of the connections, and are served in the end", async () => {
  const [lottery, other] = [
    await makeLottery(ctx, { tickets_available: 200 }),
    await makeLottery(ctx, { tickets_available: 200 }),
  ];
  const replies = await whileLocked(
    lottery,
    () => Promise.all(buyers.map((buyer) => checkout(shop, lottery, 1, buyer))),
    async () => {
      await sql`SELECT 1`.execute(shop.db);
      expect(await checkout(shop, other, 1, await makeRegular(ctx))).toMatchObject({ ok: true });
    },
  );
  expect((replies as { ok: boolean }[]).filter(({ ok }) => ok)).toHaveLength(BUYERS);
  expect(await stockOf(ctx, lottery)).toMatchObject({ held: BUYERS });
});

it("a free order in another draw does not wait for orders from the same network", async () => {
  const limited = { ...shop, env: { ...shop.env, rateLimits: true } };
  const free = { price_per_ticket_pence: 0, tickets_available: 200 };
  const [lottery, other] = [await makeLottery(ctx, free), await makeLottery(ctx, free)];
  const ask = async (draw: string) =>
    checkout(limited, draw, 1, { ...(await makeUser(ctx, { email_verified: false })), network: "one roof" });
  const held = await heldForNothing(lottery);
  let waiting: Promise<unknown> = Promise.resolve();
  const opened = await ctx.db.transaction().execute(async (tx) => {
    await lockLotteryState(tx, lottery);
    waiting = settleWithoutPayment(limited, held);
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    return Promise.race([ask(other), sleep(5_000, "still waiting")]);
  });
  expect(opened).toMatchObject({ ok: true });
  expect(await waiting).toBe(true);

  async function heldForNothing(draw: string) {
    const buyer = await makeUser(ctx, { email_verified: false });
    const crash = () => {
      throw new Error("crash");
    };
    const purchase = { lotteryId: draw, quantity: 1, answer: "porsche", locale: "en", network: "one roof" } as const;
    await expect(openCheckout({ ...limited, random: crash }, { ...purchase, buyer, requestKey: "held" })).rejects.toThrow(
      "crash",
    );
    const order = await findOrderByRequest(ctx.db, buyer.id, "held");
    if (!order) throw new Error("nothing is held");
    return order;
  }
});

it("so do its payments whose events arrive at once", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 200 });
  const orders = await Promise.all(Array.from({ length: BUYERS }, () => order(ctx, lottery, 1)));
  for (const { sessionId } of orders) await pay(ctx, sessionId);
  await whileLocked(
    lottery,
    () => Promise.all(orders.map(({ sessionId }) => settleOrder(shop, sessionId))),
    () => sql`SELECT 1`.execute(shop.db),
  );
  expect(await stockOf(ctx, lottery)).toMatchObject({ sold: BUYERS, held: 0 });
});

it("so do its payments that are only authorised", async () => {
  const own = await withCheckout(ctx);
  const { payments } = own.ctx;
  const lottery = await makeLottery(ctx, { tickets_available: 200 });
  const orders = await Promise.all(Array.from({ length: BUYERS }, () => order(own.ctx, lottery, 1)));
  for (const { sessionId } of orders) await own.pay(sessionId, CHECKOUT_CARDS.credit);
  await whileLocked(
    lottery,
    () => Promise.all(orders.map(({ sessionId }) => settleOrder({ ...shop, payments }, sessionId))),
    () => sql`SELECT 1`.execute(shop.db),
  ).finally(() => own.simulator.stop());
  expect(await stockOf(ctx, lottery)).toMatchObject({ sold: BUYERS, held: 0 });
});

it.each([
  ["are paying for it", false],
  ["give up tickets of it", true],
])("so do accounts that are deleted while they %s", async (_case, isPaid) => {
  const lottery = await makeLottery(ctx, { tickets_available: 200 });
  const leaving = await Promise.all(Array.from({ length: BUYERS }, () => makeRegular(ctx)));
  for (const buyer of leaving) {
    const { sessionId } = await order(ctx, lottery, 1, buyer);
    if (!isPaid) continue;
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
  }
  const deleted = await whileLocked(
    lottery,
    () => Promise.all(leaving.map(({ id }) => eraseUser(shop, id, { tickets: "give_up" }))),
    () => sql`SELECT 1`.execute(shop.db),
  );
  expect((deleted as { ok: boolean }[]).filter(({ ok }) => ok)).toHaveLength(BUYERS);
  expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0 });
});
