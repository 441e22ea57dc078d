/** Checkout sessions through the real SDK; Stripe's own types validate every request and answer. */
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { connect, sessionParams, startForTest } from "../simulator.fixture.ts";
import { judged } from "../stripe-schema.fixture.ts";

const soon = () => Math.floor(Date.now() / 1000) + 35 * 60;

/** The Stripe error of a failed call. */
async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected an error of Stripe's, got ${error}`);
}

describe("a session", () => {
  test("returns its parameters", async () => {
    const { stripe, simulator } = await startForTest();
    const expiresAt = soon();
    const session = await stripe.checkout.sessions.create(
      sessionParams({
        client_reference_id: "order-1",
        customer_email: "amelia@example.com",
        expires_at: expiresAt,
        locale: "fr",
        submit_type: "pay",
        custom_text: { submit: { message: "You owe the price once you press this." } },
        branding_settings: {
          display_name: "Concours",
          background_color: "#0b0b0c",
          button_color: "#D9B98A",
          border_style: "pill",
        },
        payment_method_options: {
          card: { restrictions: { funding_types_blocked: ["credit"], brands_blocked: ["american_express"] } },
        },
      }),
    );
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 63_729,
      currency: "gbp",
      client_reference_id: "order-1",
      customer_email: "amelia@example.com",
      expires_at: expiresAt,
      locale: "fr",
      submit_type: "pay",
      metadata: { order_id: "order-1" },
      branding_settings: { display_name: "Concours", background_color: "#0b0b0c", button_color: "#d9b98a", border_style: "pill" },
      payment_method_options: { card: { restrictions: { funding_types_blocked: ["credit"] } } },
      success_url: "http://shop.example/success?session_id={CHECKOUT_SESSION_ID}",
      url: `${simulator.url}/c/pay/${session.id}`,
      allowed_payment_method_types: ["card"],
    });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id, status: "open" });
  });

  test("lists its items", async () => {
    const { stripe } = await startForTest();
    const price = (amount: number, name: string) => ({ currency: "gbp", unit_amount: amount, product_data: { name } });
    const session = await stripe.checkout.sessions.create(
      sessionParams({
        line_items: [
          { quantity: 3, price_data: price(2549, "Ticket") },
          { quantity: 1, price_data: price(100, "Postage") },
        ],
      }),
    );
    expect(session.amount_total).toBe(7747);
    const { data } = await stripe.checkout.sessions.listLineItems(session.id);
    expect(data.map(({ description, quantity, amount_total }) => [description, quantity, amount_total])).toEqual([
      ["Ticket", 3, 7647],
      ["Postage", 1, 100],
    ]);
    const expanded = await stripe.checkout.sessions.retrieve(session.id, { expand: ["line_items"] });
    expect(expanded.line_items?.data).toHaveLength(2);
  });

  test("shows its payment and charge if expanded", async () => {
    const { stripe, control } = await startForTest();
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    expect((await control(`sessions/${id}/pay`, { card: "4242 4242 4242 4242" })).status).toBe(200);
    const plain = await stripe.checkout.sessions.retrieve(id);
    const full = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    expect(plain).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    const intent = full.payment_intent as Stripe.PaymentIntent;
    const charge = intent.latest_charge as Stripe.Charge;
    expect(intent).toMatchObject({
      id: plain.payment_intent,
      status: "succeeded",
      amount_received: 63_729,
      metadata: { order_id: "order-1" },
    });
    expect(charge).toMatchObject({
      paid: true,
      amount: 63_729,
      metadata: { order_id: "order-1" },
      payment_method_details: { card: { funding: "debit", last4: "4242" } },
    });
    expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] })).toMatchObject({
      latest_charge: { id: charge.id },
    });
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ payment_intent: intent.id });
  });

  test("is expired once, and not once it is paid", async () => {
    const { stripe, control } = await startForTest();
    const open = await stripe.checkout.sessions.create(sessionParams());
    expect(await stripe.checkout.sessions.expire(open.id)).toMatchObject({ status: "expired", url: null });
    expect(await refusalOf(stripe.checkout.sessions.expire(open.id))).toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
    });
    const paid = await stripe.checkout.sessions.create(sessionParams());
    await control(`sessions/${paid.id}/pay`, {});
    expect((await refusalOf(stripe.checkout.sessions.expire(paid.id))).message).toContain('"complete"');
  });

  test("expires automatically and sends an event", async () => {
    const { stripe, control } = await startForTest();
    const { id } = await stripe.checkout.sessions.create(sessionParams({ expires_at: soon() }));
    await control("clock", { advanceSeconds: 34 * 60 });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
    await control("clock", { advanceSeconds: 60 });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
    const events = await stripe.events.list({ types: ["checkout.session.expired"] });
    expect(events.data.map(({ data }) => (data.object as { id: string }).id)).toEqual([id]);
    expect((await control(`sessions/${id}/pay`, {})).status).toBe(400);
  });
});

describe("a wrong parameter is refused as Stripe refuses it", () => {
  const line = (over: object) => [
    { quantity: 1, price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "x" }, ...over } },
  ];
  test.each([
    ["no mode", { mode: undefined }, "mode", "parameter_missing"],
    ["no line", { line_items: undefined }, "line_items", "parameter_missing"],
    ["no success_url", { success_url: undefined }, "success_url", "parameter_missing"],
    ["a success_url that is none", { success_url: "shop/success" }, "success_url", "url_invalid"],
    ["a price below the least", { line_items: line({ unit_amount: 29 }) }, "line_items", "amount_too_small"],
    ["an unknown price", { line_items: [{ quantity: 1, price: "price_x" }] }, "line_items[0][price]", "resource_missing"],
    [
      "a price in letters",
      { line_items: line({ unit_amount: "five" }) },
      "line_items[0][price_data][unit_amount]",
      "parameter_invalid_integer",
    ],
    [
      "a quantity of 0",
      { line_items: [{ ...line({})[0], quantity: 0 }] },
      "line_items[0][quantity]",
      "parameter_invalid_integer",
    ],
    ["too near an expiry", { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }, "expires_at", "parameter_invalid_integer"],
    ["too far an expiry", { expires_at: Math.floor(Date.now() / 1000) + 25 * 3600 }, "expires_at", "parameter_invalid_integer"],
    ["an unknown locale", { locale: "xx" }, "locale", "parameter_invalid_value"],
    ["a wrong address", { customer_email: "amelia" }, "customer_email", "email_invalid"],
    ["an empty string", { cancel_url: "" }, "cancel_url", "parameter_invalid_empty"],
    ["too long metadata", { metadata: { note: "x".repeat(501) } }, "metadata[note]", "parameter_invalid_string"],
    ["something unknown", { colour: "red" }, "colour", "parameter_unknown"],
    [
      "a word for the bank's statement that does not fit behind a front",
      { payment_intent_data: { statement_descriptor_suffix: "PRIZE DRAWS" } },
      "payment_intent_data[statement_descriptor_suffix]",
      "parameter_invalid_string",
    ],
    [
      "one without a letter",
      { payment_intent_data: { statement_descriptor_suffix: "2026" } },
      "payment_intent_data[statement_descriptor_suffix]",
      "parameter_invalid_string",
    ],
    [
      "something unknown deep inside",
      { payment_intent_data: { colour: "red" } },
      "payment_intent_data[colour]",
      "parameter_unknown",
    ],
  ])("%s", async (_, over, param, code) => {
    const { simulator } = await startForTest();
    const body = new URLSearchParams();
    const write = (name: string, value: unknown): void => {
      if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) write(name === "" ? key : `${name}[${key}]`, inner);
      else if (value !== undefined) body.set(name, String(value));
    };
    write("", { ...sessionParams(), ...over });
    const response = await fetch(`${simulator.url}/v1/checkout/sessions`, {
      method: "POST",
      body,
      headers: { authorization: "Bearer sk_test_fixture" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", param, code } });
  });

  test("an unknown path of expand is refused before anything is created", async () => {
    const { stripe, control } = await startForTest();
    expect(await refusalOf(stripe.checkout.sessions.create(sessionParams({ expand: ["payment_intent.colour"] })))).toMatchObject({
      param: "expand",
    });
    expect((await control("ledger")).json.sessions).toEqual([]);
  });
});

test("an unknown session, path or key is refused as Stripe refuses it", async () => {
  const { stripe, simulator } = await startForTest();
  expect(await refusalOf(stripe.checkout.sessions.retrieve("cs_test_none"))).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
  expect(await refusalOf(stripe.customers.list())).toMatchObject({ statusCode: 404, type: "StripeInvalidRequestError" });
  expect(await refusalOf(connect(simulator.port, { apiKey: "sk_test_other" }).events.list())).toMatchObject({
    statusCode: 401,
    type: "StripeAuthenticationError",
  });
  expect((await fetch(`${simulator.url}/v1/events`)).status).toBe(401);
  const basic = { authorization: `Basic ${Buffer.from("sk_test_fixture:").toString("base64")}` };
  expect((await fetch(`${simulator.url}/v1/events`, { headers: basic })).status).toBe(200);
});

describe("the list of sessions", () => {
  test("is paged newest first, in both directions", async () => {
    const { stripe } = await startForTest();
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
    const seen: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 3 })) seen.push(session.id);
    expect(seen).toEqual(ids);
    const before = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[4] });
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([[ids[2], ids[3]], true]);
  });

  test("is filtered by time, state, payment and buyer", async () => {
    const { stripe, control } = await startForTest();
    const early = await stripe.checkout.sessions.create(sessionParams({ customer_email: "early@example.com" }));
    await control("clock", { advanceSeconds: 100 });
    const late = await stripe.checkout.sessions.create(sessionParams());
    await control(`sessions/${early.id}/pay`, {});
    const found = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id);
    expect(await found({ created: { gte: late.created } })).toEqual([late.id]);
    expect(await found({ created: { gt: late.created } })).toEqual([]);
    expect(await found({ created: { lt: late.created } })).toEqual([early.id]);
    expect(await found({ created: { lte: late.created } })).toEqual([late.id, early.id]);
    expect(await found({ status: "complete" })).toEqual([early.id]);
    expect(await found({ customer_details: { email: "early@example.com" } })).toEqual([early.id]);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(early.id);
    expect(await found({ payment_intent: String(intent) })).toEqual([early.id]);
    const page = await stripe.checkout.sessions.list({ status: "complete", expand: ["data.payment_intent.latest_charge"] });
    expect(page.data[0]?.payment_intent).toMatchObject({ latest_charge: { paid: true } });
  });
});

test("the schema was applied to every kind of answer and request above", () => {
  for (const kind of [
    "checkout.session",
    "payment_intent",
    "charge",
    "item",
    "list",
    "event",
    "error",
    "checkout_session_create_params",
  ]) {
    expect(judged.get(kind), kind).toBeGreaterThan(0);
  }
});
