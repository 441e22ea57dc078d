/** The page for a buyer who returns without paying: why the order ended, and what is possible now. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { HOLD_MINUTES } from "../../rules/checkout/hold.ts";
import { lapse, order, pay } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { showCanceled, showPurchase } from "./show-purchase.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

async function scene() {
  const [user, lotteryId] = [await makeUser(ctx), await makeLottery(ctx)];
  const buyer = { ...user, firstName: "Ada", address: user.id };
  const first = await order(ctx, lotteryId, 4, buyer);
  const back = () => showCanceled(ctx, buyer, first.orderId);
  const afterPaying = () => showPurchase(ctx, buyer, { orderId: first.orderId }, "en");
  return { buyer, lotteryId, first, back, afterPaying };
}
const end = (lotteryId: string, to: object) => ctx.db.updateTable("lotteries").set(to).where("id", "=", lotteryId).execute();

it("cancelled: the tickets are released, and the choice is offered again", async () => {
  const { lotteryId, back } = await scene();
  expect(await back()).toMatchObject({ kind: "canceled", isFreed: true, again: { lotteryId, quantity: 4 } });
});

it("chose another quantity in another tab: the open payment page is offered, and stays open", async () => {
  const { buyer, lotteryId, back, afterPaying } = await scene();
  const second = await order(ctx, lotteryId, 6, buyer);
  const replaced = { kind: "replaced", quantity: 6, payUrl: expect.stringContaining(second.sessionId) };
  expect([await back(), await afterPaying()]).toMatchObject([replaced, replaced]);
});

it("paid for another order since: its tickets are shown", async () => {
  const { buyer, lotteryId, back } = await scene();
  const second = await order(ctx, lotteryId, 5, buyer);
  await pay(ctx, second.sessionId);
  await settleOrder(ctx, second.sessionId);
  expect(await back()).toEqual({ kind: "bought_since", quantity: 5, orderId: second.orderId });
});

it("draw cancelled or sales closed: no retry is offered", async () => {
  const cancelled = await scene();
  await end(cancelled.lotteryId, { status: "cancelled", sales_state: "cancelled", cancel_reason: "prize_lost" });
  expect(await cancelled.back()).toEqual({ kind: "draw_cancelled", lotteryId: cancelled.lotteryId });
  const closed = await scene();
  await end(closed.lotteryId, { sales_state: "closing" });
  expect(await closed.back()).toEqual({ kind: "draw_closed", lotteryId: closed.lotteryId });
});

it("expired: the page says so, and not that the buyer cancelled", async () => {
  const { first, back } = await scene();
  await lapse(ctx, first.orderId);
  ctx.setNow(new Date(Date.now() + (HOLD_MINUTES + 1) * 60_000));
  try {
    expect(await back()).toMatchObject({ kind: "expired", again: { quantity: 4 } });
  } finally {
    ctx.setNow(undefined);
  }
});
