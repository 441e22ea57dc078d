/** Authorised payments through the real SDK: captured, cancelled or expired. */
import { expect, test } from "vitest";
import { type Running, receiveWebhooks, sessionParams, startForTest } from "../simulator.fixture.ts";

const MANUAL = { payment_intent_data: { capture_method: "manual", metadata: { order_id: "order-1" } } } as const;

async function authorised({ stripe, control }: Running): Promise<{ session: string; intent: string; charge: string }> {
  const { id } = await stripe.checkout.sessions.create(sessionParams(MANUAL));
  expect(await control(`sessions/${id}/pay`, { card: "4000058260000005" })).toMatchObject({ status: 200 });
  const session = await stripe.checkout.sessions.retrieve(id);
  expect(session).toMatchObject({ status: "complete", payment_status: "unpaid" });
  const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
  expect(intent).toMatchObject({
    ...{ status: "requires_capture", capture_method: "manual", amount_capturable: 63_729, amount_received: 0 },
  });
  return { session: id, intent: intent.id, charge: String(intent.latest_charge) };
}

test("an authorised amount is on no balance until it is captured, once", async () => {
  const receiver = await receiveWebhooks();
  const running = await startForTest({ webhookUrl: receiver.url });
  const { stripe } = running;
  const { session, intent, charge } = await authorised(running);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    ...{ status: "succeeded", captured: false, amount_captured: 0, balance_transaction: null },
    payment_method_details: { card: { funding: "debit" } },
  });
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ statusCode: 400 });

  const taken = await stripe.paymentIntents.capture(intent, {}, { idempotencyKey: "capture" });
  expect(taken).toMatchObject({ status: "succeeded", amount_received: 63_729, amount_capturable: 0 });
  expect(await stripe.paymentIntents.capture(intent, {}, { idempotencyKey: "capture" })).toMatchObject({ status: "succeeded" });
  const late = { statusCode: 400, code: "payment_intent_unexpected_state" };
  await expect(stripe.paymentIntents.capture(intent)).rejects.toMatchObject(late);
  await expect(stripe.paymentIntents.cancel(intent)).rejects.toMatchObject(late);
  expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({ payment_status: "paid" });
  expect((await stripe.balanceTransactions.list()).data).toMatchObject([{ amount: 63_729, source: charge }]);
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ status: "succeeded", amount: 63_729 });
  await receiver.received(7);
  expect(receiver.types().toSorted()).toEqual([
    "charge.captured",
    "charge.refunded",
    "charge.succeeded",
    "checkout.session.completed",
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "refund.created",
  ]);
});

test("a cancelled or expired authorisation never reaches the balance", async () => {
  const running = await startForTest();
  const { stripe, control } = running;
  const [given, lapsed] = [await authorised(running), await authorised(running)];
  expect(await stripe.paymentIntents.cancel(given.intent)).toMatchObject({ status: "canceled", cancellation_reason: null });
  await control("clock", { advanceSeconds: 7 * 86_400 - 60 });
  expect(await stripe.paymentIntents.retrieve(lapsed.intent)).toMatchObject({ status: "requires_capture" });
  await control("clock", { advanceSeconds: 120 });
  expect(await stripe.paymentIntents.retrieve(lapsed.intent)).toMatchObject({
    ...{ status: "canceled", cancellation_reason: "automatic", amount_capturable: 0 },
  });
  for (const { session, intent, charge } of [given, lapsed]) {
    await expect(stripe.paymentIntents.capture(intent)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ captured: false, refunded: true, amount_refunded: 63_729 });
    expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({ status: "complete", payment_status: "unpaid" });
  }
  expect((await stripe.refunds.list()).data).toEqual([]);
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
});
