/** A buyer sees their own purchases only, whatever the address says. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { order, pay } from "../orders.fixture.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findPurchase, listTickets } from "./list-tickets.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

it("only the buyer finds the purchase, by its payment and by its id", async () => {
  const [buyer, other] = [await makeUser(ctx), await makeUser(ctx)];
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 2, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  for (const by of [{ sessionId }, { orderId }]) {
    expect((await findPurchase(ctx, buyer.id, by))?.tickets.map((ticket) => ticket.number).sort()).toEqual([1, 2]);
    expect(await findPurchase(ctx, other.id, by)).toBeUndefined();
  }
  expect(await listTickets(ctx, buyer.id, sessionId)).toHaveLength(2);
  expect(await listTickets(ctx, other.id, sessionId)).toEqual([]);
  expect(await listTickets(ctx, other.id)).toEqual([]);
});

it.each(["\0", "cs_test_\0", "' OR 1=1 --", "", "x".repeat(10_000), "\ud800", "é"])("%j is no payment", async (text) => {
  const { id } = await makeUser(ctx);
  expect(await listTickets(ctx, id, text)).toEqual([]);
  expect(await findPurchase(ctx, id, { sessionId: text })).toBeUndefined();
  expect(await findPurchase(ctx, id, { orderId: text })).toBeUndefined();
});
