/** Stripe Checkout as a payment provider, through Stripe's SDK, or its simulator. */
import Stripe from "stripe";
import { isUuid } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import { err, ok } from "#shared/result.ts";
import type { PaymentPage, PaymentProvider } from "../payments.server.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { connectAuthorisations } from "./stripe-authorisations.server.ts";
import { connectBalance } from "./stripe-balance.server.ts";
import { connectDisputes } from "./stripe-disputes.server.ts";
import { readSigned, toEvent, WATCHED_EVENTS } from "./stripe-events.server.ts";
import { pageParams, toPage } from "./stripe-page.server.ts";
import { connectRefunds } from "./stripe-refunds.server.ts";
import { idOf, unixSeconds } from "./stripe-wire.server.ts";

/** Test or live mode by the key. `baseUrl`: a simulator's address. */
export function connectStripe({ secretKey, webhookSecret, baseUrl, timeoutMs = 12_000 }: ProviderSettings): PaymentProvider {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === "https:" ? "https" : "http" }),
  });
  const isLive = /^[rs]k_live_/.test(secretKey);
  const secrets = webhookSecret.split(",").map((secret) => secret.trim());

  const getPage = async (sessionId: string): Promise<PaymentPage> =>
    toPage(await stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] }));

  return {
    name: "stripe",
    pageOrigins: ["https://checkout.stripe.com", ...(base ? [base.origin] : [])],
    simulatorUrl: baseUrl,
    signatureHeader: "Stripe-Signature",
    reportsClosedPages: true,
    balance: connectBalance(stripe),
    ...connectAuthorisations(stripe, getPage),
    ...connectRefunds(stripe),
    ...connectDisputes(stripe),
    async openPage(request) {
      try {
        const params = pageParams(request);
        const options = { idempotencyKey: `order:${request.orderId}` };
        return ok(toPage(await stripe.checkout.sessions.create(params, options)));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 400) throw error;
        if (error.param === "expires_at") return err("too_late");
        return { ...err("refused"), failure: error, isAboutBuyer: error.param === "customer_email" };
      }
    },
    getPage,
    async findPageOf(paymentIntentId) {
      const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
      return data[0] && toPage(data[0]);
    },
    async expirePage(sessionId) {
      try {
        return ok(toPage(await stripe.checkout.sessions.expire(sessionId)));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return err("not_open");
        throw error;
      }
    },
    async *listCharges(since) {
      // Authorisations are not charges.
      for await (const charge of stripe.charges.list({ created: { gte: unixSeconds(since) }, limit: 100 }))
        if (charge.status === "succeeded" && charge.captured)
          yield {
            orderId: isUuid(charge.metadata.order_id) ? charge.metadata.order_id : undefined,
            paymentIntentId: idOf(charge.payment_intent),
            captured: pence(charge.amount_captured),
            refunded: pence(charge.amount_refunded),
          };
    },
    async *listPages(since) {
      const created = { gte: unixSeconds(since) };
      for await (const session of stripe.checkout.sessions.list({
        created,
        limit: 100,
        expand: ["data.payment_intent.latest_charge"],
      }))
        yield toPage(session);
    },
    async *listEvents(since) {
      for await (const event of stripe.events.list({
        created: { gte: unixSeconds(since) },
        types: [...WATCHED_EVENTS],
        limit: 100,
      }))
        yield toEvent(event);
    },
    readEvent: (rawBody, signature) => readSigned(stripe, { rawBody, signature }, { secrets, isLive }),
  };
}
