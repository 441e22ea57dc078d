/** Authorisations, captures, voids and refunds, with their events. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pageBody, receiveWebhooks, startForTest } from "./simulator.fixture.ts";

const CARDS = {
  credit: "4242424242424242",
  prepaid: "4000148147000011",
  captureFails: "4273149019799094",
  refundFails: "4242420000000018",
  disputed: "4242420000000026",
} as const;
const DAY = 86_400;

describe("a page", () => {
  test("is created, read and paid; the payment is authorised only", async () => {
    const { call, open, control } = await startForTest();
    const { id } = await open();
    expect((await call("GET", `/hosted-payments/${id}`)).json).toMatchObject({ status: "Payment Pending", payment_id: null });
    const { payment, url } = (await control(`pages/${id}/pay`, {})).json;
    expect(url).toMatch(/^http:\/\/shop\.example\/success\?order=1&cko-session-id=sid_\w{26}&cko-payment-id=pay_\w{26}$/);
    expect((await call("GET", `/hosted-payments/${id}`)).json).toMatchObject({ status: "Payment Received", payment_id: payment });
    expect((await call("GET", `/payments/${payment}`)).json).toMatchObject({
      status: "Authorized",
      approved: true,
      amount: 5_998,
      reference: "order-1",
      source: { type: "card", card_type: "DEBIT", last4: "1157" },
      balances: { total_authorized: 5_998, available_to_capture: 5_998, total_captured: 0 },
    });
  });

  test.each([
    [{ currency: "gbp" }, "currency_invalid"],
    [{ amount: -1 }, "amount_invalid"],
    [{ success_url: "/success" }, "success_url_invalid"],
    [{ reference: "x".repeat(51) }, "reference_invalid"],
    [{ customer: { email: "amelia" } }, "customer_email_invalid"],
  ])("is refused with %j", async (over, code) => {
    const { call } = await startForTest();
    const { status, json } = await call("POST", "/hosted-payments", pageBody(over));
    expect([status, json.error_type, json.error_codes]).toEqual([422, "request_invalid", [code]]);
  });

  test("requires the key, and is not found under another id", async () => {
    const { call } = await startForTest();
    expect(await call("POST", "/hosted-payments", pageBody(), { Authorization: "Bearer sk_sbox_other" })).toEqual({
      status: 401,
    });
    expect((await call("GET", "/hosted-payments/hpp_none")).status).toBe(404);
  });

  test("lives for a day, and can be paid in its last hour", async () => {
    const { call, open, control } = await startForTest();
    const [first, second] = [await open(), await open()];
    await control("clock", { advanceSeconds: DAY - 60 });
    expect((await control(`pages/${first.id}/pay`, {})).json.state).toBe("authorised");
    await control("clock", { advanceSeconds: 60 });
    expect((await call("GET", `/hosted-payments/${second.id}`)).json.status).toBe("Expired");
    expect((await control(`pages/${second.id}/pay`, {})).status).toBe(400);
  });

  test("can be paid twice by two tabs; both payments are found by its reference, after a delay", async () => {
    const { call, open, control } = await startForTest();
    const { id } = await open();
    const first = (await control(`pages/${id}/pay`, {})).json.payment;
    const second = (await control(`pages/${id}/pay`, { again: true })).json.payment;
    await control("knobs", { lagSeconds: 5 });
    const ids = async () =>
      (await call("GET", "/payments?reference=order-1&limit=100")).json.data.map((each: { id: string }) => each.id);
    expect(await ids()).toEqual([]);
    await control("clock", { advanceSeconds: 5 });
    expect(await ids()).toEqual([second, first]);
  });

  test("captures at once if requested", async () => {
    const { call, open, control } = await startForTest();
    const { id } = await open({ capture: true });
    const { payment } = (await control(`pages/${id}/pay`, {})).json;
    expect((await call("GET", `/payments/${payment}`)).json).toMatchObject({
      status: "Captured",
      balances: { total_captured: 5_998 },
    });
  });
});

describe("a card", () => {
  test.each([
    [CARDS.credit, "CREDIT"],
    [CARDS.prepaid, "PREPAID"],
  ])("%s says that it is %s, in any case, or nothing", async (card, type) => {
    const { call, authorised, control } = await startForTest();
    const payment = await authorised(card);
    const cardType = async () => (await call("GET", `/payments/${payment}`)).json.source.card_type;
    expect(await cardType()).toBe(type);
    await control("knobs", { mixCase: 1 });
    expect(await cardType()).not.toBe(type);
    expect((await cardType()).toUpperCase()).toBe(type);
    await control("knobs", { hideType: 1 });
    expect(await cardType()).toBeUndefined();
  });
});

describe("an authorisation", () => {
  test("is captured once, and cannot be voided afterwards", async () => {
    const hook = await receiveWebhooks();
    const { call, authorised } = await startForTest({ webhookUrl: hook.url });
    const payment = await authorised();
    expect((await hook.find("payment_approved")).data).toMatchObject({
      id: payment,
      source: { last_4: "1157" },
      metadata: { order_id: "order-1" },
    });
    const { status, json } = await call("POST", `/payments/${payment}/captures`, { reference: "order-1" });
    expect([status, json.action_id]).toEqual([202, expect.stringMatching(/^act_/)]);
    expect((await hook.find("payment_captured")).data).toMatchObject({
      id: payment,
      action_id: json.action_id,
      balances: { total_captured: 5_998 },
    });
    for (const again of ["captures", "voids"])
      expect(await call("POST", `/payments/${payment}/${again}`)).toEqual({ status: 403 });
    expect((await call("GET", `/payments/${payment}/actions`)).json.map(({ type }: { type: string }) => type)).toEqual([
      "Capture",
      "Authorization",
    ]);
  });

  test("is voided, and cannot be captured afterwards", async () => {
    const { call, authorised } = await startForTest();
    const payment = await authorised();
    expect((await call("POST", `/payments/${payment}/voids`)).status).toBe(202);
    expect((await call("GET", `/payments/${payment}`)).json).toMatchObject({
      status: "Voided",
      balances: { total_voided: 5_998 },
    });
    expect((await call("POST", `/payments/${payment}/captures`)).status).toBe(403);
  });

  test("expires after a week", async () => {
    const { call, authorised, control } = await startForTest();
    const payment = await authorised();
    await control("clock", { advanceSeconds: 7 * DAY });
    expect((await call("GET", `/payments/${payment}`)).json.status).toBe("Expired");
    expect((await call("POST", `/payments/${payment}/captures`)).status).toBe(403);
  });

  test("whose capture is declined moves no money", async () => {
    const hook = await receiveWebhooks();
    const { call, authorised } = await startForTest({ webhookUrl: hook.url });
    const payment = await authorised(CARDS.captureFails);
    expect((await call("POST", `/payments/${payment}/captures`)).status).toBe(202);
    expect((await hook.find("payment_capture_declined")).data.id).toBe(payment);
    expect((await call("GET", `/payments/${payment}`)).json).toMatchObject({
      status: "Authorized",
      balances: { total_captured: 0 },
    });
  });
});

describe("a call with a lost reply", () => {
  test("gets the same answer with the same key, and runs once", async () => {
    const { call, authorised, control } = await startForTest();
    const payment = await authorised();
    const capture = () => call("POST", `/payments/${payment}/captures`, {}, { "Cko-Idempotency-Key": "capture-1" });
    await control("knobs", { dropReplies: 1 });
    await expect(capture()).rejects.toThrow();
    await control("knobs", { dropReplies: 0 });
    const [second, third] = [await capture(), await capture()];
    expect(second.status).toBe(202);
    expect(third).toEqual(second);
    await control("clock", { advanceSeconds: DAY + 1 });
    expect((await capture()).status).toBe(403);
  });

  test("is refused with 429 or 500 before it runs", async () => {
    const { call, authorised, control } = await startForTest();
    const payment = await authorised();
    for (const [knob, status] of [
      ["tooMany", 429],
      ["refuse", 500],
    ] as const) {
      await control("knobs", { [knob]: 1 });
      expect((await call("POST", `/payments/${payment}/captures`)).status).toBe(status);
      await control("knobs", { [knob]: 0 });
    }
    expect((await call("GET", `/payments/${payment}`)).json.status).toBe("Authorized");
  });
});

describe("a refund", () => {
  const captured = async (card?: string) => {
    const hook = await receiveWebhooks();
    const running = await startForTest({ webhookUrl: hook.url });
    const payment = await running.authorised(card);
    await running.call("POST", `/payments/${payment}/captures`);
    const refund = (amount?: number) =>
      running.call("POST", `/payments/${payment}/refunds`, amount === undefined ? {} : { amount });
    const read = async () => (await running.call("GET", `/payments/${payment}`)).json;
    return { ...running, hook, payment, refund, read };
  };

  test("may be partial, but never exceeds the captured amount", async () => {
    const { refund, read } = await captured();
    await refund(1_000);
    expect(await read()).toMatchObject({
      status: "Partially Refunded",
      balances: { total_refunded: 1_000, available_to_refund: 4_998 },
    });
    expect((await refund(5_000)).json.error_codes).toEqual(["refund_amount_exceeds_balance"]);
    await refund();
    expect(await read()).toMatchObject({ status: "Refunded", balances: { available_to_refund: 0 } });
    expect(await refund(1)).toEqual({ status: 403 });
  });

  test("may be pending, and a pending amount is not refunded twice", async () => {
    const { control, hook, refund, read } = await captured();
    await control("knobs", { pendActions: 1 });
    await refund(5_000);
    expect((await hook.find("payment_refund_pending")).data.amount).toBe(5_000);
    expect((await read()).balances.total_refunded).toBe(0);
    expect((await refund(5_000)).status).toBe(422);
    await control("clock", { advanceSeconds: 2 });
    expect((await hook.find("payment_refunded")).data).toMatchObject({ amount: 5_000, balances: { total_refunded: 5_000 } });
  });

  test("is declined by the card's bank after the 202, or returned after it succeeded", async () => {
    const failing = await captured(CARDS.refundFails);
    expect((await failing.refund()).status).toBe(202);
    await failing.hook.find("payment_refund_declined");
    expect((await failing.read()).status).toBe("Captured");
    const late = await captured();
    const { action_id: action } = (await late.refund()).json;
    await late.control(`actions/${action}/fail`, {});
    await late.hook.find("payment_refund_declined");
    expect(await late.read()).toMatchObject({ status: "Captured", balances: { available_to_refund: 5_998 } });
  });
});

test("a dispute sends an event, is listed, and changes its state", async () => {
  const hook = await receiveWebhooks();
  const { call, authorised, control } = await startForTest({ webhookUrl: hook.url });
  const payment = await authorised(CARDS.disputed);
  await call("POST", `/payments/${payment}/captures`);
  const { id } = (await hook.find("dispute_received")).data;
  expect((await call("GET", `/disputes?payment_id=${payment}`)).json).toMatchObject({
    total_count: 1,
    data: [{ id, payment_id: payment, amount: 5_998 }],
  });
  await control(`disputes/${id}/turn`, { to: "lost" });
  expect((await hook.find("dispute_lost")).data.payment_id).toBe(payment);
  expect((await call("GET", `/disputes/${id}`)).json.status).toBe("lost");
});

test("an event may have the older envelope", async () => {
  const hook = await receiveWebhooks();
  const { authorised, control } = await startForTest({ webhookUrl: hook.url });
  await control("knobs", { oldEnvelope: 1 });
  await authorised();
  expect(await hook.find("payment_approved")).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    timestamp: expect.any(String),
  });
});

test("acknowledged records survive a restart, with idempotency keys and undelivered events", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "checkout-simulator-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = await startForTest({ dataDir });
  const payment = await before.authorised();
  const key = { "Cko-Idempotency-Key": "k" };
  const reply = await before.call("POST", `/payments/${payment}/captures`, {}, key);
  await before.simulator.stop();
  const hook = await receiveWebhooks();
  const after = await startForTest({ dataDir, webhookUrl: hook.url });
  expect(await after.call("POST", `/payments/${payment}/captures`, {}, key)).toMatchObject({
    status: 202,
    json: { action_id: reply.json.action_id },
  });
  expect((await hook.find("payment_captured")).data.id).toBe(payment);
});
