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

test.each([
  ["payments", undefined],
  ["payments[0]", ["x"]],
  ["payments[1][payment_intent]", [PAST, { ...PAST, payment_intent: "ch_1" }]],
  ["payments[0][created]", [{ ...PAST, created: 4_000_000_000 }]],
  ["payments[0][amount]", [{ ...PAST, amount: 0 }]],
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
