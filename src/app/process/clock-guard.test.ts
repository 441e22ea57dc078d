import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import { advanceDraws } from "#features/draws/server/closing/advance-draws.ts";
import { order, stateOf } from "#features/orders/server/orders.fixture.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ifClockAgrees } from "./clock-guard.ts";

const DAY_MS = 86_400_000;
let ctx: TestCtx;
let lottery: string;
beforeAll(async () => {
  ctx = await testCtx();
  lottery = await makeLottery(ctx);
});
afterAll(() => ctx.close());

const salesState = async () =>
  (await ctx.db.selectFrom("lotteries").select("sales_state").where("id", "=", lottery).executeTakeFirstOrThrow()).sales_state;
const alerts = () => ctx.db.selectFrom("alerts").select(["kind", "times"]).where("handled_at", "is", null).execute();

it("ends no sales by a clock that differs from the database's, and alerts until it agrees", async () => {
  const advance = ifClockAgrees(ctx, () => advanceDraws(ctx));
  ctx.setNow(new Date(Date.now() + 400 * DAY_MS));
  await advance();
  await advance();
  expect(await salesState()).toBe("open");
  expect(await alerts()).toEqual([{ kind: "wrong_clock", times: 2 }]);
  ctx.setNow(new Date(Date.now() - DAY_MS));
  await advance();
  expect(await alerts()).toEqual([{ kind: "wrong_clock", times: 3 }]);
  ctx.setNow(new Date());
  await advance();
  expect(await alerts()).toEqual([]);
  expect(await salesState()).toBe("open");
});

it("ends sales by a clock that agrees with the database's", async () => {
  ctx.setNow(new Date(Date.now() + 400 * DAY_MS));
  await advanceDraws(ctx);
  expect(await salesState()).not.toBe("open");
});

it("closes payment pages at their time in spite of a fast clock", async () => {
  ctx.setNow(undefined);
  const { orderId } = await order(ctx, await makeLottery(ctx), 1);
  ctx.setNow(new Date(Date.now() + DAY_MS));
  await sweepOrders(await byTheEarlierClock(ctx));
  expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  await ctx.owner.query("UPDATE orders SET pay_by = now() - interval '1 second' WHERE id = $1", [orderId]);
  await sweepOrders(await byTheEarlierClock(ctx));
  expect(await stateOf(ctx, orderId)).toBe("expired");
});

it("runs the task, and passes its errors on", async () => {
  ctx.setNow(new Date(Date.now() + 30_000));
  let runs = 0;
  await ifClockAgrees(ctx, async () => void runs++)();
  expect(runs).toBe(1);
  await expect(ifClockAgrees(ctx, () => Promise.reject(new Error("broken")))()).rejects.toThrow("broken");
});
