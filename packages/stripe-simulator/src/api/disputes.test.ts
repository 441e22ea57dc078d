/** Disputes through the real SDK, with their balance transactions and events. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  callControl,
  connect,
  type Running,
  receiveWebhooks,
  SECRET_KEY,
  sessionParams,
  startForTest,
  WEBHOOK_SECRET,
} from "../simulator.fixture.ts";
import { startStripeSimulator } from "../start-simulator.ts";

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

test("a dispute takes the money and a fee; a won one returns the money", async () => {
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

test("an inquiry moves no money, can be closed, and can become a dispute", async () => {
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

test("several disputes of a payment take no more than its amount; they are listed newest first", async () => {
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

test("a refunded charge can still be disputed, up to its whole amount", async () => {
  const running = await startForTest();
  const { charge, intent } = await paid(running);
  await running.stripe.refunds.create({ payment_intent: intent });
  const id = await dispute(running, charge);
  expect(await moves(running, id)).toEqual([[-63_729, 2000, -65_729]]);
  const balance = (await running.stripe.balanceTransactions.list({ limit: 100 })).data;
  expect(balance.map(({ type, amount }) => [type, amount]).toReversed()).toEqual([
    ["charge", 63_729],
    ["refund", -63_729],
    ["adjustment", -63_729],
  ]);
  expect((await running.stripe.balanceTransactions.list({ source: id })).data.map(({ net }) => net)).toEqual([-65_729]);
});

test("a bank may keep a part; only the rest can be refunded", async () => {
  const running = await startForTest();
  const { charge, intent } = await paid(running);
  const id = await dispute(running, charge);
  await running.control(`disputes/${id}/turn`, { to: "lost", kept: 60_000 });
  expect(await moves(running, id)).toEqual([
    [-63_729, 2000, -65_729],
    [3729, 0, 3729],
  ]);
  expect((await told(running))[0]).toBe("charge.dispute.funds_reinstated");
  await expect(running.stripe.refunds.create({ charge, amount: 3730 })).rejects.toMatchObject({ param: "amount" });
  expect(await running.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 3729 });
  await expect(running.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
  expect((await running.control(`disputes/${id}/turn`, { to: "won", kept: 1 })).status).toBe(400);
});

test("a failed refund returns to the balance", async () => {
  const running = await startForTest();
  const { intent } = await paid(running);
  const refund = await running.stripe.refunds.create({ payment_intent: intent });
  await running.control(`refunds/${refund.id}/turn`, { to: "failed" });
  const { failure_balance_transaction: failure } = await running.stripe.refunds.retrieve(refund.id);
  const { data } = await running.stripe.balanceTransactions.list({ type: "refund_failure" });
  expect(data.map(({ id, net }) => [id, net])).toEqual([[failure, 63_729]]);
});

test("a network's warning sends an event, is listed and moves no money", async () => {
  const hook = await receiveWebhooks();
  const running = await startForTest({ webhookUrl: hook.url });
  const { charge, intent } = await paid(running, "4000000000005423");
  await hook.received(4);
  expect(hook.types()).toContain("radar.early_fraud_warning.created");
  await running.control(`charges/${intent}/dispute`, {});
  await running.control(`charges/${charge}/warn`, { type: "fraudulent_use_of_card" });
  const { data } = await running.stripe.radar.earlyFraudWarnings.list({ charge });
  expect(data.map(({ actionable, fraud_type: type }) => [actionable, type])).toEqual([
    [false, "fraudulent_use_of_card"],
    [true, "made_with_stolen_card"],
  ]);
  expect(await running.stripe.radar.earlyFraudWarnings.retrieve(data[1]?.id ?? "")).toMatchObject({
    charge,
    payment_intent: intent,
  });
});

test.each([
  ["won", { disputePayments: 1, winDisputes: 1 }, ["won"], 0],
  ["lost for a part", { disputePayments: 1, partDisputes: 1, loseDisputes: 1 }, ["lost"], -31_865],
  ["asked about, then taken, then lost", { disputePayments: 1, inquireFirst: 1, loseDisputes: 1 }, ["lost"], -63_729],
  ["asked about and let be", { disputePayments: 1, inquireFirst: 1, winDisputes: 1 }, ["warning_closed"], 0],
  ["warned of", { warnPayments: 1 }, [], 0],
] as const)("with the knobs a payment is %s automatically", async (_, knobs, statuses, moved) => {
  const running = await startForTest();
  await running.control("knobs", knobs);
  const { charge } = await paid(running);
  for (let second = 0; second < 4; second += 1) await running.control("clock", { advanceSeconds: 2 });
  const { data } = await running.stripe.disputes.list({ charge });
  expect(data.map(({ status }) => status)).toEqual(statuses);
  const sum = data.flatMap((each) => each.balance_transactions).reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(moved);
  expect((await running.stripe.radar.earlyFraudWarnings.list()).data).toHaveLength("warnPayments" in knobs ? 1 : 0);
});

test("with the knobs a refund is disputed automatically, also after a restart of the ledger", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "simulator-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const options = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, dataDir };
  const first = await startStripeSimulator(options);
  const running = { stripe: connect(first.port), simulator: first, control: callControl.bind(undefined, first.url) };
  await running.control("knobs", { disputeRefunds: 1 });
  const { charge } = await paid(running);
  await running.stripe.refunds.create({ charge });
  await first.stop();
  const again = await startForTest({ dataDir });
  await again.control("clock", { advanceSeconds: 2 });
  expect((await again.stripe.disputes.list({ charge })).data.map(({ amount }) => amount)).toEqual([63_729]);
});
