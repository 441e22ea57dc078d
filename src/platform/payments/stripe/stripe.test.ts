/** The provider contract for Stripe, also for its sandbox if STRIPE_SANDBOX_KEY is set. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startStripeSimulator } from "@concours/stripe-simulator";
import { expect, it } from "vitest";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { pence } from "#shared/money/money.ts";
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import { describeProvider, pageRequest } from "../contract.fixture.ts";
import { connectStripe } from "./stripe.server.ts";

const KEYS = { secretKey: "sk_test_fixture", webhookSecret: "whsec_fixture" };
const CARDS = { debit: "4000058260000005", credit: "4000008260000000", declined: "4000000000000002" } as const;

describeProvider("Stripe's simulator", async (webhookUrl) => {
  const simulator = await startStripeSimulator({ ...KEYS, webhookUrl });
  const control = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(`${simulator.url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await reply.json()) as { id: string };
  };
  return {
    provider: connectStripe({ ...KEYS, baseUrl: simulator.url }),
    async pay({ id }, card) {
      await control(`sessions/${id}/pay`, { card: CARDS[card] });
    },
    async authorise({ id }) {
      await control(`sessions/${id}/pay`, { card: CARDS.debit });
    },
    async failRefund(id) {
      await control(`refunds/${id}/turn`, { to: "failed" });
    },
    dispute: async ({ id }) => (await control(`charges/${id}/dispute`, {})).id,
    async advanceDays(days) {
      await control("clock", { advanceSeconds: days * 86_400 });
    },
    stop: () => simulator.stop(),
  };
});

it("Stripe's page accepts cards with wallets, and only authorises when credit is blocked", async () => {
  const sent: URLSearchParams[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    sent.push(new URLSearchParams(body));
    reply.setHeader("content-type", "application/json").end(JSON.stringify({ id: "cs_test", object: "checkout.session" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = connectStripe({ ...KEYS, baseUrl });
  for (const blocksCredit of [false, true]) await stripe.openPage(pageRequest({ blocksCredit }));
  await stripe.openPage(pageRequest({ brand: { ...DEMO_BRAND, statementWord: "DRAWS" } }));
  await new Promise((resolve) => server.close(resolve));
  const [plain, looked, named] = sent.map((params) => Object.fromEntries(params));
  for (const params of [plain, looked]) {
    // Stripe shows wallets wherever it accepts cards, unless they are disabled.
    expect(params).toMatchObject({ mode: "payment", "allowed_payment_method_types[0]": "card" });
    // Stripe's Dashboard may enable prices in the buyer's own currency, with a surcharge.
    expect(params).toMatchObject({ "adaptive_pricing[enabled]": "false" });
    expect(
      Object.keys(params ?? {}).filter((name) => /^(wallet_options|excluded_payment|ui_mode|payment_method_config)/.test(name)),
    ).toEqual([]);
  }
  const capture = "payment_intent_data[capture_method]";
  const blocked = "payment_method_options[card][restrictions][funding_types_blocked][0]";
  expect([plain?.[capture], plain?.[blocked]]).toEqual([undefined, undefined]);
  expect([looked?.[capture], looked?.[blocked]]).toEqual(["manual", "credit"]);
  const suffix = "payment_intent_data[statement_descriptor_suffix]";
  expect([plain?.[suffix], named?.[suffix]]).toEqual([undefined, "DRAWS"]);
});

it("after a partial capture in Stripe's Dashboard, the captured part is what was paid", async () => {
  const intent = { id: "pi_test", object: "payment_intent", status: "succeeded", amount: 5_998, amount_received: 1_000 };
  const session = {
    ...{ id: "cs_test", object: "checkout.session", status: "complete", payment_status: "paid" },
    ...{ amount_total: 5_998, currency: "gbp", payment_intent: intent },
  };
  const tooLate = { error: { type: "invalid_request_error", message: "It was captured before" } };
  const server = createServer((request, reply) => {
    const isCapture = request.url?.endsWith("/capture");
    reply.writeHead(isCapture ? 400 : 200, { "content-type": "application/json" });
    reply.end(JSON.stringify(isCapture ? tooLate : session));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stripe = connectStripe({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const page = await stripe.getPage("cs_test");
  const after = await stripe.capture?.({ ...page, paid: false, isAuthorised: true, amount: pence(5_998) });
  await new Promise((resolve) => server.close(resolve));
  for (const each of [page, after]) expect(each).toMatchObject({ paid: true, isAuthorised: false, amount: 1_000 });
});

it("a key without permission to capture or void reports that the money stays authorised", async () => {
  let status = "requires_capture";
  const intent = () => ({ id: "pi_test", object: "payment_intent", status, amount: 5_998, amount_received: 0 });
  const session = () => ({
    ...{ id: "cs_test", object: "checkout.session", status: "complete", payment_status: "unpaid" },
    ...{ amount_total: 5_998, currency: "gbp", payment_intent: intent() },
  });
  const forbidden = { error: { type: "invalid_request_error", message: "The key does not have the required permissions" } };
  const server = createServer(({ url = "" }, reply) => {
    const isForbidden = /(capture|cancel)$/.test(url);
    reply.writeHead(isForbidden ? 403 : 200, { "content-type": "application/json" });
    reply.end(JSON.stringify(isForbidden ? forbidden : url.includes("sessions") ? session() : intent()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stripe = connectStripe({ ...KEYS, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const page = await stripe.getPage("cs_test");
  await expect(stripe.capture?.(page)).rejects.toThrow(UnresolvedAuthorisation);
  expect(await stripe.voidAuthorisation?.("pi_test")).toBe(false);
  status = "canceled";
  expect(await stripe.voidAuthorisation?.("pi_test")).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});

const { STRIPE_SANDBOX_KEY: sandboxKey } = process.env;
it.runIf(sandboxKey)("Stripe's sandbox opens, shows and closes a page as the simulator does", async () => {
  const stripe = connectStripe({ secretKey: sandboxKey ?? "", webhookSecret: KEYS.webhookSecret });
  const request = pageRequest();
  const opened = await stripe.openPage(request);
  if (!opened.ok) throw new Error(opened.error);
  expect(await stripe.getPage(opened.value.id)).toMatchObject({ state: "open", paid: false, orderId: request.orderId });
  expect(await stripe.openPage(request)).toMatchObject({ ok: true, value: { id: opened.value.id } });
  expect(await stripe.expirePage(opened.value.id)).toMatchObject({ ok: true, value: { state: "expired" } });
  expect(await stripe.expirePage(opened.value.id)).toEqual({ ok: false, error: "not_open" });
});

it("balances in other currencies are ignored", async () => {
  const move = { id: "txn_1", amount: 500, fee: 0, created: 1_800_000_000, reporting_category: "charge", source: null };
  const payout = {
    id: "po_1",
    amount: 500,
    status: "paid",
    automatic: true,
    created: 1_800_000_000,
    arrival_date: 1_800_000_000,
  };
  const server = createServer((request, reply) => {
    const row = request.url?.startsWith("/v1/payouts") ? payout : move;
    const data = ["gbp", "eur", "jpy"].map((currency) => ({ ...row, id: `${row.id}_${currency}`, currency }));
    reply.end(JSON.stringify({ object: "list", has_more: false, data }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { balance } = connectStripe({ ...KEYS, baseUrl });
  const idsOf = async (rows: AsyncIterable<{ id: string }> | undefined) => {
    const ids: string[] = [];
    for await (const { id } of rows ?? []) ids.push(id);
    return ids;
  };
  expect(await idsOf(balance?.listMoves(new Date(0)))).toEqual(["txn_1_gbp"]);
  expect(await idsOf(balance?.listPayouts(new Date(0)))).toEqual(["po_1_gbp"]);
  server.close();
});
