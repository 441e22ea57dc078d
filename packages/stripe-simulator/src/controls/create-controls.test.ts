/** The controls accept calls from this machine, and refuse web pages opened on it. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { receiveWebhooks, sessionParams, startForTest } from "../simulator.fixture.ts";

/** A request with headers that `fetch` forbids. */
function ask(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end("{}");
  });
}

test.each([
  ["a program", {}, 200],
  ["the address by name", { host: "localhost:80" }, 200],
  ["a name that only resolves here", { host: "evil.example" }, 403],
  ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
  ["a page of the shop", { "sec-fetch-site": "same-site" }, 403],
])("%s", async (_, headers, status) => {
  const { simulator } = await startForTest();
  expect(await ask(simulator.port, "/_simulator/knobs", headers)).toBe(status);
});

test("the process itself may call them without the network", async () => {
  const { simulator } = await startForTest();
  const response = await simulator.fetch(
    new Request("http://simulator/_simulator/knobs", { method: "POST", body: '{"delayMs":5}' }),
  );
  expect(await response.json()).toMatchObject({ delayMs: 5 });
});

test("knobs are set individually, and a wrong value changes none", async () => {
  const { control } = await startForTest();
  expect((await control("knobs", { dropReplies: 0.5, delayMs: 10 })).json).toMatchObject({
    dropReplies: 0.5,
    delayMs: 10,
    refuse: 0,
  });
  expect((await control("knobs", { delayMs: 0 })).json).toMatchObject({ dropReplies: 0.5, delayMs: 0 });
  expect((await control("knobs", { refuse: 1, dropReply: 1 })).status).toBe(400);
  expect((await control("knobs", { refuse: "often" })).status).toBe(400);
  expect((await control("knobs")).json).toMatchObject({ dropReplies: 0.5, refuse: 0 });
});

test("the ledger shows every session, payment, charge, refund and dispute", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, {});
  await control(`charges/${id}/refund`, { amount: 100 });
  await control(`charges/${id}/dispute`, {});
  const { json } = await control("ledger");
  const counts = Object.fromEntries(
    Object.entries(json).map(([name, rows]) => [name, Array.isArray(rows) ? rows.length : undefined]),
  );
  expect(counts).toMatchObject({ sessions: 1, payment_intents: 1, charges: 1, refunds: 1, disputes: 1, events: 7 });
});

const PAST = {
  session: "cs_old_1",
  payment_intent: "pi_old_1",
  created: 1_700_000_000,
  amount: 2_999,
  currency: "gbp",
  description: "1 ticket",
  email: "amelia@example.com",
  name: "Amelia Hart",
  success_url: "http://shop.example/success",
  metadata: { order_id: "order-7" },
};

test("past payments are entered once, without an event, in the order of time, and can be refunded", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control } = await startForTest({ webhookUrl: hook.url });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const second = { ...PAST, session: "cs_old_2", payment_intent: "pi_old_2", created: PAST.created + 60 };
  expect((await control("payments", { payments: [second] })).json).toEqual({ entered: 1 });
  expect((await control("payments", { payments: [PAST, second, PAST] })).json).toEqual({ entered: 1 });

  const { data } = await stripe.checkout.sessions.list({ limit: 10 });
  expect(data.map((session) => session.id)).toEqual([id, "cs_old_2", "cs_old_1"]);
  expect(await stripe.checkout.sessions.retrieve("cs_old_1", { expand: ["payment_intent.latest_charge"] })).toMatchObject({
    status: "complete",
    payment_status: "paid",
    amount_total: 2_999,
    metadata: { order_id: "order-7" },
    payment_intent: {
      status: "succeeded",
      metadata: { order_id: "order-7" },
      latest_charge: { created: PAST.created, payment_method_details: { card: { funding: "debit" } } },
    },
  });
  expect((await stripe.events.list()).data).toEqual([]);
  expect(await stripe.refunds.create({ payment_intent: "pi_old_1" })).toMatchObject({ amount: 2_999, status: "succeeded" });
  // Only the refund sends events.
  await hook.received(2);
  expect([...hook.types()].sort()).toEqual(["charge.refunded", "refund.created"]);
});

test("a past payment may have a fee, a refund that failed and a dispute; past payouts take what was moved by then", async () => {
  const { stripe, control } = await startForTest();
  const at = (days: number) => PAST.created + days * 86_400;
  const failed = { id: "re_old_1", created: at(1), amount: 2_999, failure: "lost_or_stolen_card", failed_at: at(3) };
  const dispute = { id: "dp_old_1", created: at(4), amount: 2_999, reason: "fraudulent" };
  const second = { ...PAST, session: "cs_old_2", payment_intent: "pi_old_2", fee: 65, dispute };
  const past = {
    payments: [{ ...PAST, fee: 65, refunds: [failed] }, second],
    payouts: [
      { id: "po_old_1", created: at(2) },
      { id: "po_old_2", created: at(3) },
    ],
  };
  expect((await control("payments", past)).json).toEqual({ entered: 2 });
  expect((await control("payments", past)).json).toEqual({ entered: 0 });
  expect(await stripe.refunds.retrieve("re_old_1")).toMatchObject({ status: "failed", failure_reason: "lost_or_stolen_card" });
  expect(await stripe.disputes.retrieve("dp_old_1")).toMatchObject({ status: "needs_response", created: at(4) });
  const payouts = (await stripe.payouts.list()).data.map(({ id, amount, created }) => [id, amount, created]);
  // The failed refund had left before the first payout, and came back before the second.
  expect(payouts).toEqual([
    ["po_old_2", 2_999, at(3)],
    ["po_old_1", 2 * (2_999 - 65) - 2_999, at(2)],
  ]);
  const moves = (await stripe.balanceTransactions.list({ limit: 100 })).data;
  expect(moves.reduce((sum, { net }) => sum + net, 0)).toBe(-2_999 - 2_000);
  expect((await stripe.events.list()).data).toEqual([]);
});

test.each([
  ["payments", undefined],
  ["payments[0]", ["x"]],
  ["payments[1][payment_intent]", [PAST, { ...PAST, payment_intent: "ch_1" }]],
  ["payments[0][created]", [{ ...PAST, created: 4_000_000_000 }]],
  ["payments[0][amount]", [{ ...PAST, amount: 0 }]],
  ["payments[0][fee]", [{ ...PAST, fee: 3_000 }]],
  ["payments[0][refunds][0][id]", [{ ...PAST, refunds: [{ id: "x" }] }]],
  ["payments[0][dispute]", [{ ...PAST, dispute: "lost" }]],
  ["payments[0][metadata][order_id]", [{ ...PAST, metadata: { order_id: 7 } }]],
])("past payments with a wrong %s: none is entered", async (param, payments) => {
  const { control } = await startForTest();
  expect(await control("payments", { payments })).toMatchObject({ status: 400, json: { error: { param } } });
  expect((await control("ledger")).json).toMatchObject({ sessions: [], payment_intents: [], charges: [] });
});

test.each([
  ["sessions/cs_none/pay", {}, 404],
  ["charges/ch_none/refund", {}, 404],
  ["events/evt_none/send", {}, 404],
  ["nothing", {}, 404],
  ["clock", { advanceSeconds: -1 }, 400],
  ["knobs", [1], 400],
])("%s with %o answers %i in Stripe's shape", async (path, body, status) => {
  const { control } = await startForTest();
  const answer = await control(path, body);
  expect(answer.status).toBe(status);
  expect(answer.json.error).toMatchObject({ type: "invalid_request_error", message: expect.any(String) });
});
