/** Stripe Checkout through its SDK, or the simulator that speaks the same wire. */
import Stripe from "stripe";
import { DEMO_BRAND } from "#shared/brand.ts";
import { isUuid } from "#shared/ids.ts";
import { pence } from "#shared/money.ts";
import { err, ok } from "#shared/result.ts";
import type { PageRequest, PaymentPage, PaymentProvider, ProviderRefund } from "../payments.server.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { connectAuthorisations } from "./stripe-authorisations.server.ts";
import { connectBalance } from "./stripe-balance.server.ts";
import { connectDisputes } from "./stripe-disputes.server.ts";
import { idOf, toEvent, WATCHED_EVENTS } from "./stripe-events.server.ts";

/** Connects to Stripe, or to whatever speaks its wire at `baseUrl`. */
export function connectStripe({ secretKey, webhookSecret, baseUrl, timeoutMs = 12_000 }: ProviderSettings): PaymentProvider {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === "https:" ? "https" : "http" }),
  });
  const isLive = /^[rs]k_live_/.test(secretKey);
  const webhookSecrets = webhookSecret.split(",").map((secret) => secret.trim());

  const getPage = async (sessionId: string) =>
    toPage(await stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] }));
  const ends = connectAuthorisations(stripe);

  return {
    name: "stripe",
    pageOrigins: ["https://checkout.stripe.com", ...(base ? [base.origin] : [])],
    standIn: baseUrl,
    signatureHeader: "Stripe-Signature",
    tellsOfClosedPages: true,
    balance: connectBalance(stripe),
    ...connectDisputes(stripe),
    async openPage(request) {
      try {
        return ok(
          toPage(await stripe.checkout.sessions.create(pageParams(request), { idempotencyKey: `order:${request.orderId}` })),
        );
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 400) throw error;
        return error.param === "expires_at" ? err("too_late") : { ...err("refused"), failure: error };
      }
    },
    getPage,
    voidAuthorisation: ends.voidAuthorisation,
    async capture(page) {
      const id = page.paymentIntentId ?? "";
      const taken = await ends.capture(id);
      // All of it, of the page's own currency: there is nothing else to ask.
      if (taken?.status === "succeeded" && taken.amount_received === page.amount && taken.currency === page.currency)
        return { ...page, paid: true, isAuthorised: false };
      const after = await getPage(page.id);
      if (taken || !after.isAuthorised) return after;
      await ends.voidAuthorisation(id);
      return { ...after, isAuthorised: false, state: "expired" };
    },
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
    async refund({ refundId, orderId, paymentIntentId, amount, refusals }) {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: paymentIntentId, amount, metadata: { order_id: orderId, refund_id: refundId } },
          { idempotencyKey: `refund:${refundId}:${amount}${refusals > 0 ? `:${refusals}` : ""}` },
        );
        return ok(toRefund(refund));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // More was asked for than is left: a part, or all, has gone back otherwise.
        if (error.code === "charge_already_refunded" || error.param === "amount") return err("not_left");
        return err(`refused: ${error.message}` as const);
      }
    },
    async listRefundsOf(paymentIntentId) {
      const refunds: ProviderRefund[] = [];
      for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
        refunds.push(toRefund(refund));
      return refunds;
    },
    async *listRefunds(since) {
      for await (const refund of stripe.refunds.list({ created: { gte: unixSeconds(since) }, limit: 100 }))
        yield toRefund(refund);
    },
    async *listCharges(since) {
      // What was only authorised is none.
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
    async readEvent(rawBody, signature) {
      // The SDK takes an empty signature for a mistake of the program's, not of the caller's.
      if (/(^|,)v1=(,|$)/.test(signature)) return err("bad_signature");
      // Several secrets overlap while a key is rotated.
      for (const secret of webhookSecrets) {
        try {
          const event = await stripe.webhooks.constructEventAsync(rawBody, signature, secret);
          // A shop may know the secrets of both modes' endpoints; what happens in the other mode is not about its orders.
          return event.livemode === !isLive ? err("other_mode") : ok(toEvent(event));
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        }
      }
      return err("bad_signature");
    },
  };
}

/** So that the payer still sees whom they pay. */
function branding({ name, colours }: NonNullable<PageRequest["brand"]>) {
  return {
    display_name: name,
    background_color: colours.ground,
    button_color: colours.accent,
    border_style: "rounded",
  } as const;
}

/** What its page speaks besides English, by the shop's codes. Source: docs.stripe.com/js/appendix/supported_locales */
const PAGE_LOCALES = [
  ...["bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb"],
  ...["nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh"],
] as const;

/** One line of quantity 1 for the discounted total: no divisibility trouble, no coupons. */
function pageParams(request: PageRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: request.orderId };
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    line_items: [
      { quantity: 1, price_data: { currency: "gbp", unit_amount: request.amount, product_data: { name: request.description } } },
    ],
    // Whatever is chosen at Stripe: everything that the shop says, limits and books is in pounds.
    adaptive_pricing: { enabled: false },
    customer_email: request.customerEmail,
    client_reference_id: request.orderId,
    locale: PAGE_LOCALES.find((locale) => locale === request.locale) ?? "en-GB",
    branding_settings: branding(request.brand ?? DEMO_BRAND),
    ...(request.blocksCredit && { payment_method_options: { card: { restrictions: { funding_types_blocked: ["credit"] } } } }),
    expires_at: unixSeconds(request.expiresAt),
    success_url: `${request.successUrl}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: request.cancelUrl,
    metadata,
    // A wallet may hide what it pays with: where a credit card would be too much, the money is only authorised until the card was looked at.
    payment_intent_data: {
      metadata,
      ...(request.blocksCredit && { capture_method: "manual" }),
      ...(request.brand?.statementWord && { statement_descriptor_suffix: request.brand.statementWord }),
    },
  };
}

const STATES = ["complete", "expired", "open"] as const;

function toPage(session: Stripe.Checkout.Session): PaymentPage {
  const intent = session.payment_intent;
  const charge = typeof intent === "object" ? intent?.latest_charge : undefined;
  const funding = typeof charge === "object" ? charge?.payment_method_details?.card?.funding : undefined;
  const status = typeof intent === "object" ? intent?.status : undefined;
  const received = typeof intent === "object" ? intent?.amount_received : undefined;
  const isAuthorised = status === "requires_capture";
  return {
    id: session.id,
    provider: "stripe",
    url: session.url ?? undefined,
    // An authorisation that was voided, or has expired, leaves its session complete.
    state: status === "canceled" ? "expired" : (STATES.find((state) => state === session.status) ?? "open"),
    paid: session.payment_status === "paid" && !isAuthorised,
    isAuthorised,
    // Staff may have taken a part of what was authorised, on Stripe's own pages.
    amount: pence((status === "succeeded" ? received : undefined) ?? session.amount_total ?? 0),
    currency: session.currency ?? "",
    // What else is sold with the same account may number its orders otherwise.
    orderId: isUuid(session.metadata?.order_id) ? session.metadata.order_id : undefined,
    paymentIntentId: idOf(intent),
    cardFunding: funding ?? undefined,
  };
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund["state"]>> = {
  requires_action: "requires_action",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "cancelled",
};

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { order_id: orderId, refund_id: refundId } = refund.metadata ?? {};
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amount: pence(refund.amount),
    // A word that is not known yet says that it is not over.
    state: REFUND_STATES[refund.status ?? ""] ?? "pending",
    failureReason: refund.failure_reason,
    createdAt: new Date(refund.created * 1000),
    refundId: isUuid(refundId) ? refundId : undefined,
    orderId: isUuid(orderId) ? orderId : undefined,
  };
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
