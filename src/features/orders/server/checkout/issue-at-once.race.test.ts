/** A payment is settled by one statement, which sees changes made while it waits for a lock. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { releaseHold } from "../holds/hold-store.ts";
import { countWaiting, numbersOf, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { lockOrder } from "../store.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

type Paid = { readonly orderId: string; readonly sessionId: string; readonly lotteryId: string };

/** Settles a paid order while another transaction holds a lock and then changes the row. */
async function settleDuring(lock: (tx: Tx, paid: Paid) => Promise<unknown>, change: (tx: Tx, paid: Paid) => Promise<unknown>) {
  const lotteryId = await makeLottery(ctx, { tickets_available: 10 });
  const paid: Paid = { ...(await order(ctx, lotteryId, 2)), lotteryId };
  await pay(ctx, paid.sessionId);
  let settling: Promise<unknown> = Promise.resolve();
  await ctx.db.transaction().execute(async (tx) => {
    await lock(tx, paid);
    settling = settleOrder(ctx, paid.sessionId);
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    await change(tx, paid);
  });
  await settling;
  return { ...paid, state: await stateOf(ctx, paid.orderId), stock: await stockOf(ctx, lotteryId) };
}

const byOrder = (tx: Tx, { orderId }: Paid) => lockOrder(tx, orderId);
const byDraw = (tx: Tx, { lotteryId }: Paid) => lockLotteryState(tx, lotteryId);

it("an order that is changed meanwhile keeps the change and gets its tickets", async () => {
  const { orderId, state, stock } = await settleDuring(byOrder, (tx, { orderId }) =>
    tx.updateTable("orders").set({ payment_url: "https://pay.example/" }).where("id", "=", orderId).execute(),
  );
  expect([state, stock, await numbersOf(ctx, orderId)]).toEqual(["paid", expect.objectContaining({ sold: 2, held: 0 }), [1, 2]]);
  const row = await ctx.db.selectFrom("orders").select("payment_url").where("id", "=", orderId).executeTakeFirst();
  expect(row?.payment_url).toBe("https://pay.example/");
});

it("a hold that is released meanwhile is taken again, once", async () => {
  const { orderId, state, stock } = await settleDuring(byOrder, async (tx, { orderId }) => {
    const held = await lockOrder(tx, orderId);
    if (held) await releaseHold(tx, held, ctx.now());
  });
  expect([state, stock, await numbersOf(ctx, orderId)]).toEqual(["paid", expect.objectContaining({ sold: 2, held: 0 }), [1, 2]]);
});

it("a payment of another sum does not settle the order", async () => {
  const { state, stock } = await settleDuring(byOrder, (tx, { orderId }) =>
    tx.updateTable("orders").set({ unit_price_pence: 1, total_pence: 2 }).where("id", "=", orderId).execute(),
  );
  expect([state, stock]).toEqual(["refund_due", expect.objectContaining({ sold: 0, held: 0 })]);
});

it("a draw that is cancelled meanwhile sells nothing, and the payment is refunded", async () => {
  const { orderId, state, stock } = await settleDuring(byDraw, (tx, { lotteryId }) =>
    tx.updateTable("lotteries").set({ status: "cancelled" }).where("id", "=", lotteryId).execute(),
  );
  expect([state, stock, await numbersOf(ctx, orderId)]).toEqual([
    "refund_due",
    expect.objectContaining({ sold: 0, held: 0 }),
    [],
  ]);
});

it("two concurrent payments of one draw are settled one after the other", async () => {
  const lotteryId = await makeLottery(ctx, { tickets_available: 100 });
  const orders = await Promise.all(Array.from({ length: 8 }, () => order(ctx, lotteryId, 3)));
  for (const { sessionId } of orders) await pay(ctx, sessionId);
  await Promise.all(orders.flatMap(({ sessionId }) => [settleOrder(ctx, sessionId), settleOrder(ctx, sessionId)]));
  const numbers = await Promise.all(orders.map(({ orderId }) => numbersOf(ctx, orderId)));
  expect(numbers.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  expect(await stockOf(ctx, lotteryId)).toMatchObject({ sold: 24, held: 0 });
});
