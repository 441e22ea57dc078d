/** Refunds through the real SDK: whole, partial, excessive, and failing later. */
import { expect, test } from "vitest";
import { type Running, receiveWebhooks, sessionParams, startForTest } from "../simulator.fixture.ts";

/** A paid session's payment and charge. */
async function paid(
  { stripe, control }: Running,
  card = "4242424242424242",
): Promise<{ session: string; intent: string; charge: string }> {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, { card });
  const intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  const charge = String((await stripe.paymentIntents.retrieve(intent)).latest_charge);
  return { session: id, intent, charge };
}

test("a whole refund is made once", async () => {
  const running = await startForTest();
  const { intent, charge } = await paid(running);
  const { stripe } = running;
  const refund = await stripe.refunds.create({
    payment_intent: intent,
    reason: "requested_by_customer",
    metadata: { order_id: "order-1" },
  });
  expect(refund).toMatchObject({
    amount: 63_729,
    charge,
    payment_intent: intent,
    status: "succeeded",
    reason: "requested_by_customer",
    metadata: { order_id: "order-1" },
  });
  expect(await stripe.refunds.retrieve(refund.id, { expand: ["charge"] })).toMatchObject({
    charge: { refunded: true, amount_refunded: 63_729 },
  });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    statusCode: 400,
    code: "charge_already_refunded",
  });
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
});

test("partial refunds add up to the whole and no further", async () => {
  const running = await startForTest();
  const { intent, charge } = await paid(running);
  const { stripe } = running;
  const first = await stripe.refunds.create({ charge, amount: 60_000 });
  await expect(stripe.refunds.create({ charge, amount: 3730 })).rejects.toMatchObject({
    param: "amount",
    message: expect.stringContaining("£37.30"),
  });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 60_000 });
  const second = await stripe.refunds.create({ charge });
  expect(second.amount).toBe(3729);
  const { data } = await stripe.refunds.list({ payment_intent: intent });
  expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test("an unpaid or unknown payment is not refunded", async () => {
  const running = await startForTest();
  const { stripe, control } = running;
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  expect((await control(`sessions/${id}/pay`, { card: "4000000000000002" })).status).toBe(402);
  const intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.refunds.create({ payment_intent: "pi_none" })).rejects.toMatchObject({ code: "resource_missing" });
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: "parameter_missing" });
  const { charge } = await paid(running);
  await expect(stripe.refunds.create({ charge, amount: 0 })).rejects.toMatchObject({ param: "amount" });
});

test("a disputed charge is not refunded", async () => {
  const running = await startForTest();
  const { intent, charge } = await paid(running);
  const { json: dispute } = await running.control(`charges/${charge}/dispute`, { reason: "fraudulent" });
  expect(await running.stripe.disputes.retrieve(String(dispute.id))).toMatchObject({
    charge,
    payment_intent: intent,
    amount: 63_729,
    status: "needs_response",
  });
  expect(await running.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
  await expect(running.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: "charge_disputed" });
});

test("a refund in the dashboard sends the same events as one by the API", async () => {
  const hook = await receiveWebhooks();
  const running = await startForTest({ webhookUrl: hook.url });
  const { session, charge } = await paid(running);
  await running.control(`charges/${session}/refund`, { amount: 100 });
  await hook.received(5);
  const refunded = hook.deliveries.find(({ event }) => event.type === "charge.refunded")?.event;
  expect(refunded?.data).toMatchObject({
    object: { id: charge, amount_refunded: 100, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  });
  expect(hook.types()).toContain("refund.created");
});

test.each([
  ["4000000000005126", "succeeded", "failed", 0],
  ["4000000000007726", "pending", "succeeded", 63_729],
])("a refund to the card %s is %s, and later %s", async (card, before, after, left) => {
  const running = await startForTest();
  const { intent, charge } = await paid(running, card);
  const refund = await running.stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe(before);
  await running.control("clock", { advanceSeconds: 5 });
  expect((await running.stripe.refunds.retrieve(refund.id)).status).toBe(after);
  expect((await running.stripe.charges.retrieve(charge)).amount_refunded).toBe(left);
  const types = (await running.stripe.events.list()).data.map(({ type }) => type);
  expect(types.includes("refund.failed")).toBe(after === "failed");
  expect(types).toContain("refund.updated");
});

test.each([
  ["pendRefunds", "pending", "succeeded", 63_729],
  ["failRefunds", "succeeded", "failed", 0],
])("with the knob %s a refund is %s, and later %s", async (knob, before, after, left) => {
  const running = await startForTest();
  const { intent, charge } = await paid(running);
  await running.control("knobs", { [knob]: 1 });
  const refund = await running.stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe(before);
  await running.control("clock", { advanceSeconds: 5 });
  expect((await running.stripe.refunds.retrieve(refund.id)).status).toBe(after);
  expect((await running.stripe.charges.retrieve(charge)).amount_refunded).toBe(left);
});

test("the seller can cancel a refund that waits for an action, and refund the money again", async () => {
  const running = await startForTest();
  const { stripe, control } = running;
  const { intent } = await paid(running);
  await control("knobs", { askRefunds: 1 });
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe("requires_action");
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: "charge_already_refunded" });
  expect(await stripe.refunds.cancel(refund.id)).toMatchObject({ id: refund.id, status: "canceled" });
  await expect(stripe.refunds.cancel(refund.id)).rejects.toMatchObject({ statusCode: 400 });
  await control("knobs", { askRefunds: 0 });
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 63_729, status: "succeeded" });
});

test("a control changes a refund's state, as its bank would, until it has ended", async () => {
  const hook = await receiveWebhooks();
  const running = await startForTest({ webhookUrl: hook.url });
  const { stripe, control } = running;
  const { intent, charge } = await paid(running);
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  const turn = (to: string, reason?: string) => control(`refunds/${refund.id}/turn`, { to, ...(reason && { reason }) });
  expect((await turn("failed", "expired_or_canceled_card")).json).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  expect((await turn("succeeded")).status).toBe(400);
  expect((await turn("lost")).status).toBe(400);
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(0);
  await hook.received(7);
  for (const type of ["refund.created", "refund.updated", "refund.failed"]) expect(hook.types()).toContain(type);
});

test("charges and refunds are listed by time and by payment", async () => {
  const running = await startForTest();
  const { stripe, control } = running;
  const first = await paid(running);
  await control("clock", { advanceSeconds: 100 });
  const since = { gte: Number((await control("ledger")).json.now) };
  const second = await paid(running);
  const refunds = [await stripe.refunds.create({ payment_intent: first.intent, amount: 5 })];
  const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
  expect(ids(await stripe.charges.list({ created: since }))).toEqual([second.charge]);
  expect(ids(await stripe.charges.list())).toEqual([second.charge, first.charge]);
  expect(ids(await stripe.charges.list({ payment_intent: first.intent }))).toEqual([first.charge]);
  expect(ids(await stripe.refunds.list({ created: since }))).toEqual(ids({ data: refunds }));
});
