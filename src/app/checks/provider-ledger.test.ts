import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { compareWithProvider } from "./provider-ledger.ts";

let ctx: TestCtx;
let intent: string;
let orderId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  const made = await order(ctx, await makeLottery(ctx), 2);
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  orderId = made.orderId;
  const row = await ctx.db.selectFrom("orders").select("payment_intent_id").where("id", "=", orderId).executeTakeFirstOrThrow();
  intent = row.payment_intent_id ?? "";
  expect(await differences()).toEqual([]);
});

const DAY_MS = 86_400_000;
const differences = async () => {
  const [broken] = await compareWithProvider(ctx, new Date(Date.now() - DAY_MS), 1);
  return broken?.rows ?? [];
};

it("a refund made at the provider, with sum and state", async () => {
  const refund = (await control(ctx, `/_simulator/charges/${intent}/refund`, { amount: 500 })) as { id: string };
  expect(await differences()).toMatchObject([
    { payment: intent, what: "refunded", books: 0, provider: 500 },
    { payment: intent, what: refund.id, provider: { state: "succeeded", amount: 500 } },
  ]);
  await reconcilePayments(ctx);
  expect(await differences()).toEqual([]);
  await control(ctx, `/_simulator/refunds/${refund.id}/turn`, { to: "failed" });
  expect(await differences()).toMatchObject([
    { what: "refunded", books: 500, provider: 0 },
    { what: refund.id, books: { state: "succeeded" }, provider: { state: "failed" } },
  ]);
  await reconcilePayments(ctx);
  expect(await differences()).toEqual([]);
});

it("a penny more in the books than was taken", async () => {
  const captured = (pence: number) =>
    ctx.db.updateTable("orders").set({ captured_pence: pence }).where("id", "=", orderId).execute();
  await captured(5_999);
  expect(await differences()).toEqual([{ payment: intent, what: "captured", books: 5_999, provider: 5_998 }]);
  await captured(5_998);
});

it("money in the books that the provider never took, and money taken that is in no books", async () => {
  const payment = (id: string) => ctx.db.updateTable("orders").set({ payment_intent_id: id }).where("id", "=", orderId).execute();
  await payment("pi_of_nobody");
  // Allows an hour between the provider's clock and the shop's.
  const since = new Date(Date.now() - DAY_MS);
  const [broken] = await compareWithProvider(ctx, since, 1);
  expect(broken?.rows).toEqual([
    { payment: intent, what: "order", provider: orderId },
    { payment: "pi_of_nobody", what: "captured", books: 5_998 },
  ]);
  await payment(intent);
});

it("an unknown dispute, and one that was decided since", async () => {
  const { id } = (await control(ctx, `/_simulator/charges/${intent}/dispute`, {})) as { id: string };
  const open = ["needs_response", 5_998, 5_998, 2_000];
  expect(await differences()).toMatchObject([{ payment: intent, what: id, provider: open }]);
  await settleDispute(ctx, id, "stripe");
  expect(await differences()).toEqual([]);
  await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost", kept: 2_999 });
  expect(await differences()).toMatchObject([{ what: id, books: open, provider: ["lost", 5_998, 2_999, 2_000] }]);
  await reconcilePayments(ctx);
  expect(await differences()).toEqual([]);
});
