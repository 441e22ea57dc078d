/** The prices that a new draw is compared with. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { listOtherPrices } from "./managed-store.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("lists the price of each other draw that was on sale, also if they share one", async () => {
  const own = await makeLottery(ctx, { price_per_ticket_pence: 100 });
  await makeLottery(ctx, { price_per_ticket_pence: 500 });
  await makeLottery(ctx, { price_per_ticket_pence: 500, status: "completed" });
  await makeLottery(ctx, { price_per_ticket_pence: 700, status: "draft" });
  expect(await listOtherPrices(ctx.db, own)).toEqual([500, 500]);
});
