/** Balance transactions, fees and payouts through the real SDK. */
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { type Running, sessionParams, startForTest } from "../simulator.fixture.ts";

async function paid({ stripe, control }: Running) {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, {});
  return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
}
const moves = async ({ stripe }: Running, params: Stripe.BalanceTransactionListParams = {}) =>
  (await stripe.balanceTransactions.list({ limit: 100, ...params })).data.map(({ type, amount, fee, net }) => [
    type,
    amount,
    fee,
    net,
  ]);

test("the provider deducts its fee, and pays out the rest once", async () => {
  const running = await startForTest();
  await running.control("knobs", { takeFees: 1 });
  const intent = await paid(running);
  await running.stripe.refunds.create({ payment_intent: intent, amount: 729 });
  const taken = [
    ["refund", -729, 0, -729],
    ["charge", 63_729, 976, 62_753],
  ];
  expect(await moves(running)).toEqual(taken);

  const payout = String((await running.control("payouts", {})).json.id);
  expect((await running.stripe.payouts.list()).data).toMatchObject([
    { id: payout, amount: 62_024, automatic: true, status: "paid" },
  ]);
  expect(await moves(running, { payout })).toEqual([["payout", -62_024, 0, -62_024], ...taken]);
  expect((await running.control("payouts", {})).status).toBe(400);

  await paid(running);
  expect(await moves(running, { payout })).toHaveLength(3);
  const second = String((await running.control("payouts", {})).json.id);
  expect(await moves(running, { payout: second })).toHaveLength(2);
});

test("a balance transaction can include its source, and a failed refund is returned at its own time", async () => {
  const running = await startForTest();
  const intent = await paid(running);
  const { id } = await running.stripe.refunds.create({ payment_intent: intent });
  await running.control("clock", { advanceSeconds: 86_400 });
  await running.control(`refunds/${id}/turn`, { to: "failed" });
  const { data } = await running.stripe.balanceTransactions.list({ expand: ["data.source"] });
  expect(data.map(({ type, source }) => [type, (source as Stripe.Refund).payment_intent])).toEqual([
    ["refund_failure", intent],
    ["refund", intent],
    ["charge", intent],
  ]);
  expect((data[0]?.created ?? 0) - (data[1]?.created ?? 0)).toBeGreaterThanOrEqual(86_400);
});
