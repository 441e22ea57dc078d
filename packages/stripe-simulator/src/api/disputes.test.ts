/** Disputes as the real SDK sees them: opened, handed in, decided; what the bank takes and gives back; and all of it told. */
import { expect, test } from "vitest";
import { type Running, sessionParams, startForTest } from "../simulator.fixture.ts";

async function paid({ stripe, control }: Running, card = "4242424242424242") {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, { card });
  const intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  return { intent, charge: String((await stripe.paymentIntents.retrieve(intent)).latest_charge) };
}
const told = async ({ stripe }: Running) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).filter((type) => type.startsWith("charge.dispute"));
const dispute = async ({ control }: Running, charge: string, how = {}) =>
  String((await control(`charges/${charge}/dispute`, how)).json.id);
const moves = async ({ stripe }: Running, id: string) =>
  (await stripe.disputes.retrieve(id)).balance_transactions.map(({ amount, fee, net }) => [amount, fee, net]);

test("a dispute takes the money and a fee; won, it gives the money back", async () => {
  const running = await startForTest();
  const { charge, intent } = await paid(running);
  const id = await dispute(running, charge);
  expect(await moves(running, id)).toEqual([[-63_729, 2000, -65_729]]);
  await running.control(`disputes/${id}/turn`, { to: "under_review" });
  await expect(running.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: "charge_disputed" });
  await running.control(`disputes/${id}/turn`, { to: "won" });
  expect(await running.stripe.disputes.retrieve(id)).toMatchObject({ status: "won", evidence_details: { submission_count: 0 } });
  expect(await moves(running, id)).toEqual([
    [-63_729, 2000, -65_729],
    [63_729, 0, 63_729],
  ]);
  expect((await told(running)).toReversed()).toEqual([
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_reinstated",
  ]);
  expect(await running.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 63_729 });
});

test("a lost one keeps the money, and may still be won on appeal", async () => {
  const running = await startForTest();
  const { charge } = await paid(running);
  const id = await dispute(running, charge, { amount: 1000 });
  await running.control(`disputes/${id}/turn`, { to: "lost" });
  expect(await moves(running, id)).toEqual([[-1000, 2000, -3000]]);
  expect((await running.control(`disputes/${id}/turn`, { to: "under_review" })).status).toBe(400);
  await running.control(`disputes/${id}/turn`, { to: "won" });
  expect(await moves(running, id)).toHaveLength(2);
});

test("an inquiry moves nothing, can be closed, and can become a dispute", async () => {
  const running = await startForTest();
  const { charge, intent } = await paid(running, "4000000000001976");
  const [first] = (await running.stripe.disputes.list({ payment_intent: intent })).data;
  expect(first).toMatchObject({ status: "warning_needs_response", balance_transactions: [], is_charge_refundable: true });
  await running.control(`disputes/${first?.id}/turn`, { to: "warning_closed" });
  expect(await told(running)).toEqual(["charge.dispute.closed", "charge.dispute.created"]);
  const second = await dispute(running, charge, { inquiry: true, amount: 100 });
  await running.control(`disputes/${second}/turn`, { to: "needs_response" });
  expect(await moves(running, second)).toEqual([[-100, 2000, -2100]]);
  expect((await told(running))[0]).toBe("charge.dispute.funds_withdrawn");
});

test("several of one payment take no more than it was; they are listed newest first", async () => {
  const running = await startForTest();
  const { charge, intent } = await paid(running);
  const first = await dispute(running, charge, { amount: 60_000 });
  expect((await running.control(`charges/${charge}/dispute`, { amount: 3730 })).status).toBe(400);
  const second = await dispute(running, charge);
  expect((await running.control(`charges/${charge}/dispute`, {})).status).toBe(400);
  const list = await running.stripe.disputes.list({ payment_intent: intent, limit: 1 });
  expect([list.data[0]?.id, list.data[0]?.amount, list.has_more]).toEqual([second, 3729, true]);
  expect((await running.stripe.disputes.list({ charge, starting_after: second })).data.map(({ id }) => id)).toEqual([first]);
  expect((await running.stripe.disputes.list({ charge: "ch_none" })).data).toEqual([]);
});
