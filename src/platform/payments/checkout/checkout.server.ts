/**
 * Checkout.com as a payment provider, or its simulator. Payments on its hosted page are authorised, then
 * captured or voided by the shop.
 */
import { pence } from "#shared/money/money.ts";
import { err, ok } from "#shared/result.ts";
import type { PaymentPage, PaymentProvider } from "../payments.server.ts";
import { isSandboxKey, type ProviderSettings } from "../provider-settings.ts";
import { connectAuthorisations } from "./checkout-authorisations.server.ts";
import { connectDisputes } from "./checkout-disputes.server.ts";
import { readEach } from "./checkout-each.server.ts";
import { readSigned } from "./checkout-events.server.ts";
import { pageParams, toPage } from "./checkout-page.server.ts";
import { connectRefunds } from "./checkout-refunds.server.ts";
import { CheckoutRefusal, createCall, openedPage, payment, shownPage, uuid } from "./checkout-wire.server.ts";

const LIVE = "https://api.checkout.com";
const SANDBOX = "https://api.sandbox.checkout.com";

/** Sandbox or live by the key, unless `baseUrl` names another server. */
export function connectCheckout({
  secretKey,
  webhookSecret,
  channel,
  baseUrl,
  timeoutMs = 12_000,
}: ProviderSettings): PaymentProvider {
  const isSandbox = isSandboxKey(secretKey);
  const base = (baseUrl ?? (isSandbox ? SANDBOX : LIVE)).replace(/\/+$/, "");
  const isSimulated = !/(^|\.)checkout\.com$/.test(new URL(base).hostname);
  const call = createCall({ base, secretKey, timeoutMs });
  const keys = webhookSecret.split(",").map((key) => key.trim());
  const refunds = connectRefunds(call);
  const getPayment = (id: string) => call(payment, "GET", `/payments/${id}`);

  const getPage = async (sessionId: string, paymentIntentId?: string): Promise<PaymentPage> => {
    const page = await call(shownPage, "GET", `/hosted-payments/${sessionId}`);
    const paymentId = paymentIntentId ?? page.payment_id ?? undefined;
    return toPage(page, paymentId === undefined ? undefined : await getPayment(paymentId));
  };

  return {
    name: "checkout",
    pageOrigins: ["https://pay.checkout.com", "https://pay.sandbox.checkout.com", ...(isSimulated ? [new URL(base).origin] : [])],
    simulatorUrl: isSimulated ? base : undefined,
    signatureHeader: "Cko-Signature",
    reportsClosedPages: false,
    ...connectAuthorisations(call, getPage),
    ...refunds,
    ...connectDisputes(call),
    getPage,
    async openPage(request) {
      try {
        const page = await call(openedPage, "POST", "/hosted-payments", { body: pageParams(request, channel) });
        return ok({
          ...{ id: page.id, provider: "checkout", url: page._links.redirect.href, state: "open", paid: false },
          ...{ amount: request.amount, currency: "gbp", orderId: request.orderId },
          ...{ paymentIntentId: undefined, cardFunding: undefined },
        } satisfies PaymentPage);
      } catch (error) {
        if (!(error instanceof CheckoutRefusal) || error.status !== 422) throw error;
        const isAboutBuyer = error.codes.length > 0 && error.codes.every((code) => code.startsWith("customer_"));
        return { ...err("refused"), failure: error, isAboutBuyer };
      }
    },
    async findPageOf(paymentIntentId) {
      try {
        const { metadata } = await getPayment(paymentIntentId);
        return { id: undefined, orderId: uuid(metadata?.order_id) };
      } catch (error) {
        // A payment of another channel, whose events arrive here too.
        if (error instanceof CheckoutRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    async expirePage(sessionId, paymentIntentId) {
      const page = await getPage(sessionId, paymentIntentId);
      if (page.paid || page.isAuthorised || page.state === "expired") return err("not_open");
      // There is no call to close a page: a later payment is captured only if tickets are left.
      return ok({ ...page, state: "expired", paymentIntentId: undefined });
    },
    async *listCharges(_since, known) {
      yield* readEach(await known(), async ({ paymentIntentId }) => {
        if (paymentIntentId === undefined) return undefined;
        const { id, metadata, balances } = await getPayment(paymentIntentId);
        if (balances.total_captured === 0) return undefined;
        const returning = (await refunds.listRefundsOf(id)).filter(({ state }) => state !== "failed");
        return {
          orderId: uuid(metadata?.order_id),
          paymentIntentId: id,
          captured: pence(balances.total_captured),
          refunded: pence(returning.reduce((sum, { amount }) => sum + amount, 0)),
        };
      });
    },
    async *listPages(_since, known) {
      yield* readEach(await known(), ({ sessionId, paymentIntentId }) => getPage(sessionId, paymentIntentId));
    },
    /** The provider has no list of events. */
    async *listEvents() {},
    readEvent: async (rawBody, signature) => readSigned(rawBody, signature, { keys, isSandbox }),
  };
}
