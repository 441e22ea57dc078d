/** The effects of each test card on states and events. */
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { sessionParams, startForTest } from "../simulator.fixture.ts";

const newest = async (stripe: Stripe) => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);

test("a good card completes the session and sends three events", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const { status, json } = await control(`sessions/${id}/pay`, {
    card: "4242 4242 4242 4242",
    email: "amelia@example.com",
    name: "Amelia Hart",
  });
  expect([status, json.payment_status, json.redirect_to]).toEqual([200, "paid", `http://shop.example/success?session_id=${id}`]);
  expect(json.customer_details).toMatchObject({ email: "amelia@example.com", name: "Amelia Hart" });
  expect(await newest(stripe)).toEqual(["checkout.session.completed", "payment_intent.succeeded", "charge.succeeded"]);
});

test("concurrent attempts pay a session only once", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const tries = await Promise.all(Array.from({ length: 20 }, () => control(`sessions/${id}/pay`, {})));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await control("ledger")).json.charges).toHaveLength(1);
});

test("of a payment and an expiry at the same time, exactly one succeeds", async () => {
  const { stripe, control } = await startForTest();
  for (let round = 0; round < 10; round++) {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const [pay, expire] = await Promise.all([
      control(`sessions/${id}/pay`, {}),
      stripe.checkout.sessions.expire(id).then(
        () => true,
        () => false,
      ),
    ]);
    expect(pay.status === 200).toBe(!expire);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe(expire ? "expired" : "complete");
  }
});

test("a declined card leaves the session open, with the reason on the payment; another card then pays it", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const refused = await control(`sessions/${id}/pay`, { card: "4000000000000002" });
  expect(refused).toMatchObject({
    status: 402,
    json: { error: { type: "card_error", code: "card_declined", decline_code: "generic_decline" } },
  });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  expect(session).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    payment_intent: {
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined" },
      latest_charge: { status: "failed", paid: false },
    },
  });
  expect(await newest(stripe)).toEqual(["payment_intent.payment_failed"]);
  const paid = await control(`sessions/${id}/pay`, {});
  expect(paid.json.payment_intent).toBe((session.payment_intent as Stripe.PaymentIntent).id);
});

describe("a card that asks for confirmation", () => {
  const card = "4000 0025 0000 3155";

  test("waits for it", async () => {
    const { stripe, control } = await startForTest();
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const { json } = await control(`sessions/${id}/pay`, { card, confirm: null });
    expect(json.redirect_to).toBe(`${json.url}/confirm`);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
    expect(payment_intent).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
  });

  test("succeeds if the payer confirms", async () => {
    const { stripe, control } = await startForTest();
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    expect((await control(`sessions/${id}/pay`, { card })).json.payment_status).toBe("paid");
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    expect(payment_intent).toMatchObject({
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: "authenticated" } } } },
    });
  });

  test("fails if the payer refuses", async () => {
    const { stripe, control } = await startForTest();
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const refused = await control(`sessions/${id}/pay`, { card, confirm: false });
    expect(refused).toMatchObject({ status: 402, json: { error: { code: "payment_intent_authentication_failure" } } });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  });
});

test.each([
  ["4000000000009995", "card_declined", "insufficient_funds"],
  ["4000000000000069", "expired_card", undefined],
  ["4000000000000127", "incorrect_cvc", undefined],
  ["4111111111111111", "card_declined", "test_mode_live_card"],
  ["4242424242424241", "incorrect_number", undefined],
])("the card %s is refused with %s", async (card, code, declineCode) => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const { status, json } = await control(`sessions/${id}/pay`, { card });
  expect(status).toBe(402);
  expect(json.error).toMatchObject({ code, ...(declineCode && { decline_code: declineCode }) });
});

test("a session that takes no credit cards takes a debit card", async () => {
  const { stripe, control } = await startForTest();
  const options = { card: { restrictions: { funding_types_blocked: ["credit" as const] } } };
  const { id } = await stripe.checkout.sessions.create(sessionParams({ payment_method_options: options }));
  expect((await control(`sessions/${id}/pay`, { card: "4000008260000000" })).json.error).toMatchObject({
    decline_code: "card_not_supported",
  });
  expect((await control(`sessions/${id}/pay`, {})).status).toBe(200);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  expect(payment_intent).toMatchObject({ latest_charge: { payment_method_details: { card: { funding: "debit" } } } });
});

test("the end of a session cancels its pending payment", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, { card: "4000000000000002" });
  const { json } = await control(`sessions/${id}/cancel`, {});
  expect([json.status, json.redirect_to]).toEqual(["expired", "http://shop.example/?canceled=true"]);
  expect(await stripe.paymentIntents.retrieve(String(json.payment_intent))).toMatchObject({ status: "canceled" });
  expect((await control(`sessions/${id}/pay`, {})).status).toBe(400);
});

test("a card with a dispute is paid first", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  expect((await control(`sessions/${id}/pay`, { card: "4000000000000259" })).json.payment_status).toBe("paid");
  expect((await newest(stripe)).slice(0, 2)).toEqual(["charge.dispute.funds_withdrawn", "charge.dispute.created"]);
});
