/** The figures that the page of the code of practice publishes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { measureHandovers } from "#features/draws/server/remind-of-handovers.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { countEntries } from "#features/orders/server/read-sales.ts";
import { settleOrder } from "#features/orders/server/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

it("the figures of the code of practice count what was paid, and say nothing of a handover that has not been", async () => {
  const player = await registered(ctx);
  const lottery = await makeLottery(ctx);
  const bought = await order(ctx, lottery, 3, { id: player.userId, email: player.email });
  const before = await countEntries(ctx);
  expect(before).toEqual({ paid: 0, free: 0, refunds: 0, refunded: 0 });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  expect(await countEntries(ctx)).toEqual({ ...before, paid: 3 });
  expect(await measureHandovers(ctx)).toEqual({ days: undefined });
});
