/** The provider contract for Checkout.com, and the translation of its peculiarities. */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startCheckoutSimulator } from "@concours/checkout-simulator";
import { describe, expect, it, onTestFinished } from "vitest";
import { pence } from "#shared/money/money.ts";
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import { describeProvider, pageRequest } from "../contract.fixture.ts";
import { connectCheckout } from "./checkout.server.ts";

const KEYS = { secretKey: "sk_sbox_fixture", webhookSecret: "a signature key" };
const CARDS = { debit: "4659105569051157", credit: "4242424242424242", declined: "4544249167673670" } as const;

async function play(webhookUrl?: string) {
  const simulator = await startCheckoutSimulator({ ...KEYS, ...(webhookUrl !== undefined && { webhookUrl }) });
  const control = async (path: string, body: unknown): Promise<{ id: string; payment: string }> => {
    const reply = await fetch(`${simulator.url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return (await reply.json()) as { id: string; payment: string };
  };
  const provider = connectCheckout({ ...KEYS, baseUrl: simulator.url, channel: `pc_${"a".repeat(26)}` });
  return { simulator, control, provider };
}

describeProvider("Checkout.com's simulator", async (webhookUrl) => {
  const { simulator, control, provider } = await play(webhookUrl);
  return {
    provider,
    async pay({ id }, card) {
      await control(`pages/${id}/pay`, { card: CARDS[card] });
      const page = await provider.getPage(id);
      if (page.isAuthorised) await provider.capture?.(page);
    },
    async authorise({ id }) {
      await control(`pages/${id}/pay`, { card: CARDS.debit });
    },
    async failRefund(id) {
      await control(`actions/${id}/fail`, {});
    },
    dispute: async ({ paymentIntentId }) => (await control(`payments/${paymentIntentId}/dispute`, {})).id,
    async advanceDays(days) {
      await control("clock", { advanceSeconds: days * 86_400 });
    },
    stop: () => simulator.stop(),
  };
});

describe("an authorisation", () => {
  const authorised = async (card: string = CARDS.debit, knobs: Record<string, number> = {}) => {
    const { simulator, control, provider } = await play();
    onTestFinished(() => simulator.stop());
    const opened = await provider.openPage(pageRequest());
    if (!opened.ok) throw new Error(opened.error);
    const { payment } = await control(`pages/${opened.value.id}/pay`, { card });
    await control("knobs", knobs);
    const { capture, voidAuthorisation } = provider;
    if (!capture || !voidAuthorisation) throw new Error("It does not capture by itself");
    return { simulator, control, provider, capture, voidAuthorisation, payment, page: await provider.getPage(opened.value.id) };
  };

  it("is no payment yet: it is captured once, also if the first reply was lost", async () => {
    const { control, provider, capture, page } = await authorised();
    expect(page).toMatchObject({ isAuthorised: true, paid: false, state: "complete", cardFunding: "debit" });
    await control("knobs", { dropReplies: 1 });
    await expect(capture(page)).rejects.toThrow();
    await control("knobs", { dropReplies: 0 });
    for (let times = 0; times < 2; times++) expect(await capture(page)).toMatchObject({ paid: true, amount: 5_998 });
    const charges = [];
    for await (const charge of provider.listCharges(new Date(0), async () => [knownOf(page)])) charges.push(charge);
    expect(charges).toMatchObject([{ captured: 5_998, refunded: 0 }]);
  });

  it("is voided once; an unpaid page is closed for the shop alone", async () => {
    const { provider, capture, voidAuthorisation, payment, page } = await authorised();
    expect(await provider.expirePage(page.id)).toEqual({ ok: false, error: "not_open" });
    await voidAuthorisation(payment);
    await voidAuthorisation(payment);
    expect(await capture(page)).toMatchObject({ paid: false, isAuthorised: false, state: "expired" });
    const open = await provider.openPage(pageRequest());
    expect(open.ok && (await provider.expirePage(open.value.id))).toMatchObject({ ok: true, value: { state: "expired" } });
  });

  it("that is undecided stays open when the shop closes the page", async () => {
    const pending = { id: "pay_test", status: "Pending", amount: 5_998, currency: "GBP" };
    const shown = { id: "hpp_test", status: "Payment Pending", payment_id: "pay_test", amount: 5_998, currency: "GBP" };
    const server = createServer((request, reply) => {
      reply.setHeader("content-type", "application/json");
      reply.end(JSON.stringify(request.url?.startsWith("/payments/") ? pending : shown));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const provider = connectCheckout({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(await provider.getPage("hpp_test")).toMatchObject({ state: "open", paymentIntentId: "pay_test" });
    expect(await provider.expirePage("hpp_test")).toMatchObject({
      ...{ ok: true, value: { state: "expired", paymentIntentId: undefined } },
    });
  });

  it("whose capture is pending is neither paid nor expired; one that the bank refuses is expired", async () => {
    const { control, provider, capture, page } = await authorised(CARDS.debit, { pendActions: 1 });
    expect(await capture(page)).toMatchObject({ paid: false, isAuthorised: true });
    await control("clock", { advanceSeconds: 3 });
    expect(await provider.getPage(page.id)).toMatchObject({ paid: true });
    const refused = await authorised(CARDS.debit, { failCaptures: 1 });
    expect(await refused.capture(refused.page)).toMatchObject({ paid: false, isAuthorised: false, state: "expired" });
  });

  it("whose capture is refused is voided and expired; if that is refused too, an error is thrown", async () => {
    const { simulator, page } = await authorised();
    let refuses = /(captures|voids)$/;
    const server = createServer(async (request, reply) => {
      if (refuses.test(request.url ?? "")) return reply.writeHead(403).end();
      const [method, headers] = [request.method ?? "GET", { Authorization: `Bearer ${KEYS.secretKey}` }];
      const upstream = await fetch(`${simulator.url}${request.url}`, {
        method,
        headers,
        ...(method === "POST" && { body: "{}" }),
      });
      return reply.writeHead(upstream.status, { "content-type": "application/json" }).end(await upstream.text());
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const forbidden = connectCheckout({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const { capture, voidAuthorisation } = forbidden;
    await expect(capture?.(page)).rejects.toThrow(UnresolvedAuthorisation);
    expect(await voidAuthorisation?.(page.paymentIntentId ?? "")).toBe(false);
    refuses = /captures$/;
    expect(await capture?.(page)).toMatchObject({ paid: false, isAuthorised: false, state: "expired" });
    refuses = /voids$/;
    expect(await voidAuthorisation?.(page.paymentIntentId ?? "")).toBe(true);
  });

  it("by a card of unknown kind counts as credit, and known kinds ignore case", async () => {
    for (const [knobs, funding] of [
      [{ hideType: 1 }, "credit"],
      [{ mixCase: 1 }, "debit"],
    ] as const)
      expect((await authorised(CARDS.debit, knobs)).page.cardFunding).toBe(funding);
  });

  it("that is invisible to the key has no page of this shop", async () => {
    const { provider } = await authorised();
    expect(await provider.findPageOf("pay_of_another_channel")).toBeUndefined();
  });

  it("of two on one page is read by its own id", async () => {
    const { control, provider, payment, page } = await authorised();
    const { payment: second } = await control(`pages/${page.id}/pay`, { again: true });
    expect((await provider.getPage(page.id)).paymentIntentId).toBe(second);
    expect((await provider.getPage(page.id, payment)).paymentIntentId).toBe(payment);
  });

  it("is retried after server errors and rate limits", async () => {
    const { control, provider, page } = await authorised();
    for (const knob of ["refuse", "tooMany"]) {
      await control("knobs", { [knob]: 1 });
      await expect(provider.getPage(page.id)).rejects.toThrow(/500|429/);
      await control("knobs", { [knob]: 0 });
    }
    expect(await provider.getPage(page.id)).toMatchObject({ isAuthorised: true });
  });
});

const knownOf = ({
  id,
  orderId = "",
  paymentIntentId,
}: {
  id: string;
  orderId?: string | undefined;
  paymentIntentId: string | undefined;
}) => ({
  sessionId: id,
  orderId,
  paymentIntentId,
});

describe("an event", () => {
  const { readEvent } = connectCheckout({ ...KEYS, webhookSecret: "an old key, a signature key" });
  const read = (event: unknown) => {
    const body = JSON.stringify(event);
    return readEvent(body, createHmac("sha256", "a signature key").update(body).digest("hex"));
  };
  it("has an id that no other provider uses, also if it comes without one", async () => {
    expect(
      await read({ id: "evt_1", type: "payment_approved", timestamp: "2026-06-01T12:00:00Z", data: { id: "pay_1" } }),
    ).toMatchObject({
      ok: true,
      value: { id: "checkout:evt_1", kind: "page", createdAt: new Date("2026-06-01T12:00:00Z"), paymentIntentId: "pay_1" },
    });
    const nameless = { type: "payment_authentication_failed", data: { amount: "5998" } };
    const [first, second] = [await read(nameless), await read(nameless)];
    expect(first).toMatchObject({ ok: true, value: { kind: "declined", paymentIntentId: undefined } });
    expect(second.ok && second.value.id).toBe(first.ok && first.value.id);
  });
  it.each([
    ["sk_live", "https://api.sandbox.checkout.com/payments/pay_1", "other_mode"],
    ["sk_live", "https://abcdefgh.api.checkout.com/payments/pay_1", undefined],
    ["sk_sbox_x", "https://abcdefgh.api.checkout.com/payments/pay_1", "other_mode"],
    ["sk_sbox_x", "https://api.sandbox.checkout.com/payments/pay_1", undefined],
    ["sk_test_x", "https://abcdefgh.api.checkout.com/payments/pay_1", "other_mode"],
    ["sk_test_x", "https://api.sandbox.checkout.com/payments/pay_1", undefined],
    ["sk_live", "http://127.0.0.1:9/payments/pay_1", undefined],
  ] as const)("with the key %s, about %s: %s", async (secretKey, href, refusal) => {
    const { readEvent } = connectCheckout({ ...KEYS, secretKey, webhookSecret: "a signature key" });
    const body = JSON.stringify({ id: "evt_3", type: "payment_approved", data: { id: "pay_1" }, _links: { payment: { href } } });
    const result = await readEvent(body, createHmac("sha256", "a signature key").update(body).digest("hex"));
    expect(result.ok ? undefined : result.error).toBe(refusal);
  });
  it.each([
    { id: null, type: "payment_authentication_failed", data: { id: null, metadata: null }, _links: null },
    { id: "evt_4", type: "payment_declined", created_on: null, data: null },
    { id: "evt_5", type: "dispute_received", data: { id: "dsp_1", payment_id: null } },
    { id: "evt_6", type: "card_verified", data: { id: 7, payment_id: ["pay_1"], metadata: "none" }, _links: [] },
  ])("with missing fields is accepted: %j", async (event) => {
    expect(await read(event)).toMatchObject({ ok: true, value: { type: event.type } });
  });
  it("of a kind that the shop does not know changes nothing", async () => {
    expect(await read({ id: "evt_2", type: "payment_paid", data: {} })).toMatchObject({ ok: true, value: { kind: "other" } });
  });
});

it.each([
  ["received", { status: "needs_response", withdrawn: 0, isSubmitted: false }],
  ["evidence_required", { status: "needs_response", withdrawn: 2999, isSubmitted: false }],
  ["evidence_under_review", { status: "under_review", withdrawn: 2999, isSubmitted: true }],
  ["lost", { status: "lost", withdrawn: 2999 }],
  ["won", { status: "won", withdrawn: 0 }],
  ["arbitration_under_review", { status: "under_review", withdrawn: 2999, isSubmitted: true }],
  ["arbitration_won", { status: "won", withdrawn: 0 }],
  ["arbitration_lost", { status: "lost", withdrawn: 2999 }],
])("a dispute that is %s has its status", async (status, expected) => {
  const server = createServer((_, reply) => reply.end(JSON.stringify({ id: "dsp_1", status, amount: 2999 })));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = connectCheckout({ ...KEYS, baseUrl, channel: `pc_${"a".repeat(26)}` });
  expect(await provider.getDispute("dsp_1")).toMatchObject(expected);
});

it("a refund accepted without an id is found by the next attempt under its listed id", async () => {
  const about = { refundId: randomUUID(), orderId: randomUUID(), paymentIntentId: "pay_1", amount: pence(500), refusals: 0 };
  const metadata = { refund_id: about.refundId, order_id: about.orderId };
  const listed = { id: "act_1", type: "Refund", amount: 500, processed_on: "2026-11-26T09:00:00Z", metadata };
  let refundCalls = 0;
  let tries = 0;
  const server = createServer((request, reply) => {
    if (request.method === "POST") return reply.writeHead(202).end(JSON.stringify({ refundCalls: ++refundCalls }));
    return reply.end(JSON.stringify(tries > 1 ? [listed] : []));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { refund } = connectCheckout({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  tries++;
  await expect(refund(about)).rejects.toThrow("does not name it");
  tries++;
  expect(await refund(about)).toMatchObject({ ok: true, value: { id: "act_1", state: "pending" } });
  expect(refundCalls).toBe(1);
});

it.each([
  [403, 5_998, "answers POST /payments/pay_1/refunds with 403"],
  [401, 5_998, "answers POST /payments/pay_1/refunds with 401"],
  [403, 0, undefined],
  [403, 300, undefined],
])("a refund that is answered with %i while %i pence are left: %s", async (status, left, failure) => {
  const about = { refundId: randomUUID(), orderId: randomUUID(), paymentIntentId: "pay_1", amount: pence(500), refusals: 0 };
  const shown = { id: "pay_1", status: "Captured", amount: 5_998, currency: "GBP", balances: { available_to_refund: left } };
  const server = createServer((request, reply) => {
    if (request.method === "POST") return reply.writeHead(status).end();
    return reply.end(JSON.stringify(request.url?.endsWith("/actions") ? [] : shown));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { refund } = connectCheckout({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  if (failure) await expect(refund(about)).rejects.toThrow(failure);
  else expect(await refund(about)).toEqual({ ok: false, error: "not_left" });
});
