/** Idempotency keys: repeated calls run once and get the same answer. */
import Stripe from "stripe";
import { expect, test } from "vitest";
import { connect, sessionParams, startForTest } from "../simulator.fixture.ts";

const KEY = { idempotencyKey: "order:1" };

test("a repeated call gets the first answer, and creates nothing more", async () => {
  const { stripe, control } = await startForTest();
  const first = await stripe.checkout.sessions.create(sessionParams(), KEY);
  const again = await stripe.checkout.sessions.create(sessionParams(), KEY);
  expect(again.id).toBe(first.id);
  const header = (session: typeof first, name: string) => new Headers(session.lastResponse.headers).get(name);
  expect([header(first, "idempotent-replayed"), header(again, "idempotent-replayed")]).toEqual([null, "true"]);
  expect(header(again, "original-request")).toBe(first.lastResponse.requestId);
  expect((await control("ledger")).json.sessions).toHaveLength(1);
});

test("the answer is the original one, whatever has happened since", async () => {
  const { stripe, control } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams(), KEY);
  await control(`sessions/${id}/pay`, {});
  expect((await stripe.checkout.sessions.create(sessionParams(), KEY)).status).toBe("open");
});

test("the same key with other parameters, or for another call, is an idempotency_error", async () => {
  const { stripe } = await startForTest();
  const { id } = await stripe.checkout.sessions.create(sessionParams(), KEY);
  const other = stripe.checkout.sessions.create(sessionParams({ client_reference_id: "2" }), KEY);
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await expect(other).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining("same parameters") });
  await expect(stripe.checkout.sessions.expire(id, {}, KEY)).rejects.toMatchObject({
    message: expect.stringContaining("same endpoint"),
  });
});

test("a second call during the first gets 409, and the SDK retries until it has the answer", async () => {
  const { stripe, simulator, control } = await startForTest();
  await control("knobs", { delayMs: 1_000 });
  const patient = connect(simulator.port, { maxNetworkRetries: 3 });
  const first = stripe.checkout.sessions.create(sessionParams(), KEY);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(stripe.checkout.sessions.create(sessionParams(), KEY)).rejects.toMatchObject({
    statusCode: 409,
    code: "idempotency_key_in_use",
  });
  expect((await patient.checkout.sessions.create(sessionParams(), KEY)).id).toBe((await first).id);
});

test("a refusal of a parameter is not stored, a refusal of the state is", async () => {
  const { stripe, control } = await startForTest();
  await expect(stripe.checkout.sessions.create(sessionParams({ success_url: "nowhere" }), KEY)).rejects.toMatchObject({
    param: "success_url",
  });
  const { id } = await stripe.checkout.sessions.create(sessionParams(), KEY);
  await control(`sessions/${id}/pay`, {});
  const expire = () => stripe.checkout.sessions.expire(id, {}, { idempotencyKey: "expire" });
  await expect(expire()).rejects.toMatchObject({ statusCode: 400 });
  await expect(expire()).rejects.toMatchObject({ statusCode: 400, headers: { "idempotent-replayed": "true" } });
});

test("a key expires after a day", async () => {
  const { stripe, control } = await startForTest();
  const first = await stripe.checkout.sessions.create(sessionParams(), KEY);
  await control("clock", { advanceSeconds: 86_400 });
  expect((await stripe.checkout.sessions.create(sessionParams(), KEY)).id).not.toBe(first.id);
});

test("a lost reply is repeated under the same key", async () => {
  const { stripe, control } = await startForTest();
  await control("knobs", { dropReplies: 1 });
  await expect(stripe.checkout.sessions.create(sessionParams(), KEY)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await control("knobs", { dropReplies: 0 });
  const { id } = await stripe.checkout.sessions.create(sessionParams(), KEY);
  expect(((await control("ledger")).json.sessions as { id: string }[]).map((session) => session.id)).toEqual([id]);
});

test("a call that the knob refuses has no effect", async () => {
  const { stripe, control } = await startForTest();
  await control("knobs", { refuse: 1 });
  await expect(stripe.checkout.sessions.create(sessionParams(), KEY)).rejects.toMatchObject({ statusCode: 500 });
  await control("knobs", { refuse: 0 });
  expect((await control("ledger")).json.sessions).toEqual([]);
  await stripe.checkout.sessions.create(sessionParams(), KEY);
});
