/** What an order is owed, for all combinations of refunds and chargebacks. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { order, pay } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { refundRemaining } from "./refund-store.ts";

let ctx: TestCtx;
let orderId: string;
beforeAll(async () => {
  ctx = await testCtx();
  const bought = await order(ctx, await makeLottery(ctx), 1);
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  orderId = bought.orderId;
});
afterAll(() => ctx.close());

it.each([
  // refunded, on its way, kept by banks, then: the order, and what is owed
  [0, 0, 0, "refund_due", 2999],
  [1000, 0, 0, "refund_due", 1999],
  [1000, 500, 0, "refund_due", 1499],
  [1000, 500, 1498, "refund_due", 1],
  [0, 0, 2998, "refund_due", 1],
  [0, 2999, 0, "refund_due", undefined],
  [2999, 0, 0, "refunded", undefined],
  [1000, 0, 1999, "charged_back", undefined],
  [0, 0, 2999, "charged_back", undefined],
] as const)(
  "of £29.99, with %d pence back, %d on their way and %d at a bank, the order is %s and owes %s",
  async (refunded, returning, chargedBack, state, owed) => {
    const now = ctx.now();
    const seen = await ctx.db
      .transaction()
      .execute(async (tx) => {
        const sums = { refunded_pence: refunded, returning_pence: returning, charged_back_pence: chargedBack };
        await tx.updateTable("orders").set(sums).where("id", "=", orderId).execute();
        const owing = await refundRemaining(tx, [orderId], { reason: "staff", now });
        const row = await tx.selectFrom("orders").select(["state", "ended_at"]).where("id", "=", orderId).executeTakeFirst();
        const refunds = await tx.selectFrom("refunds").select("amount_pence").where("order_id", "=", orderId).execute();
        throw { owing, row, refunds: refunds.map(({ amount_pence: amount }) => amount) };
      })
      .catch((found: unknown) => found);
    const isOver = state !== "refund_due";
    expect(seen).toEqual({
      owing: owed === undefined ? [] : [orderId],
      row: { state, ended_at: isOver ? now : null },
      refunds: owed === undefined ? [] : [owed],
    });
  },
);
