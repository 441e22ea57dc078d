/** Webhooks: signatures, retries and faults. */
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { receiveWebhooks, sessionParams, startForTest, WEBHOOK_SECRET } from "../simulator.fixture.ts";
import { signPayload } from "./sign-payload.ts";

const THREE = ["charge.succeeded", "checkout.session.completed", "payment_intent.succeeded"];

describe("the signature", () => {
  const { webhooks } = Stripe;
  const now = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id: "evt_1", object: "event" });

  test("is accepted by the SDK", () => {
    expect(webhooks.constructEvent(body, signPayload(body, WEBHOOK_SECRET, now), WEBHOOK_SECRET)).toMatchObject({ id: "evt_1" });
  });

  test.each([
    ["another secret", signPayload(body, "whsec_other", now), body],
    ["a body that was changed", signPayload(body, WEBHOOK_SECRET, now), body.replace("evt_1", "evt_2")],
    ["a time that is past", signPayload(body, WEBHOOK_SECRET, now - 301), body],
    ["a time that was changed", signPayload(body, WEBHOOK_SECRET, now - 400).replace(/t=\d+/, `t=${now}`), body],
  ])("is refused with %s", (_, header, payload) => {
    expect(() => webhooks.constructEvent(payload, header, WEBHOOK_SECRET)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  });
});

test("a payment sends three events, each once, which are then listed as delivered", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control } = await startForTest({ webhookUrl: hook.url });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, {});
  await hook.received(3);
  expect([...hook.types()].sort()).toEqual(THREE);
  await expect.poll(async () => (await stripe.events.list({ delivery_success: true })).data.length).toBe(3);
  const { event } = hook.deliveries[0] ?? { event: undefined };
  expect((await stripe.events.retrieve(String(event?.id))).pending_webhooks).toBe(0);
  const completed = await stripe.events.list({ type: "checkout.session.completed" });
  expect(completed.data.map(({ data }) => (data.object as Stripe.Checkout.Session).metadata)).toEqual([{ order_id: "order-1" }]);
});

test("an event is sent again until it is accepted", async () => {
  const hook = await receiveWebhooks();
  hook.answer = (index) => (index === 0 ? 500 : 200);
  const { stripe } = await startForTest({ webhookUrl: hook.url });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: "expire:1" });
  const [first, second] = await hook.received(2);
  expect(second?.event.id).toBe(first?.event.id);
  expect(second?.event.request?.idempotency_key).toBe("expire:1");
});

test("events wait until a webhook is set", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control, simulator } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, {});
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(3);
  simulator.setWebhookUrl(hook.url);
  await hook.received(3);
  expect([...hook.types()].sort()).toEqual(THREE);
});

test("a webhook gets only its event types; the others are listed", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control } = await startForTest({ webhookUrl: hook.url, webhookEvents: ["checkout.session.completed"] });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control(`sessions/${id}/pay`, {});
  await hook.received(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(hook.types()).toEqual(["checkout.session.completed"]);
  expect((await stripe.events.list()).data).toHaveLength(3);
});

describe("the knobs", () => {
  test("duplicateWebhooks sends each event again", async () => {
    const hook = await receiveWebhooks();
    const { stripe, control } = await startForTest({ webhookUrl: hook.url });
    await control("knobs", { duplicateWebhooks: 4 });
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await stripe.checkout.sessions.expire(id);
    await hook.received(5);
    expect(new Set(hook.deliveries.map(({ event }) => event.id)).size).toBe(1);
  });

  test("shuffleWebhooks lets later events overtake earlier ones, and loses none", async () => {
    const hook = await receiveWebhooks();
    const { stripe, control } = await startForTest({ webhookUrl: hook.url });
    await control("knobs", { shuffleWebhooks: 1 });
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) {
      const { id } = await stripe.checkout.sessions.create(sessionParams());
      ids.push(id);
      await stripe.checkout.sessions.expire(id);
    }
    const came = (await hook.received(12)).map(({ event }) => (event.data.object as { id: string }).id);
    expect(came).not.toEqual(ids);
    expect([...came].sort()).toEqual([...ids].sort());
  });

  test("dropWebhooks sends nothing, and the events are still listed", async () => {
    const hook = await receiveWebhooks();
    const { stripe, control } = await startForTest({ webhookUrl: hook.url });
    await control("knobs", { dropWebhooks: 1 });
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await stripe.checkout.sessions.expire(id);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(hook.deliveries).toEqual([]);
    const { data } = await stripe.events.list();
    expect(data).toHaveLength(1);
    await control(`events/${data[0]?.id}/send`, { times: 100 });
    await hook.received(100);
  });
});
