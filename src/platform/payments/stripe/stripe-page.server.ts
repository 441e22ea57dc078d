/** Maps a payment page to and from Stripe's format. */
import type Stripe from "stripe";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { isUuid } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import type { PageRequest, PaymentPage } from "../payments.server.ts";
import { idOf, unixSeconds } from "./stripe-wire.server.ts";

/** The page's name and colours. */
function branding({ name, colours }: NonNullable<PageRequest["brand"]>) {
  return {
    display_name: name,
    background_color: colours.ground,
    button_color: colours.accent,
    border_style: "rounded",
  } as const;
}

/** Stripe's locales by the shop's codes. Source: docs.stripe.com/js/appendix/supported_locales */
const PAGE_LOCALES = [
  ...["bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb"],
  ...["nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh"],
] as const;

/**
 * The request that opens a page. It has one line of quantity 1 for the discounted total, so that no
 * rounding or coupon can change it.
 */
export function pageParams(request: PageRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: request.orderId };
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    line_items: [
      { quantity: 1, price_data: { currency: "gbp", unit_amount: request.amount, product_data: { name: request.description } } },
    ],
    // Overrides the Dashboard: prices, limits and books are in pounds.
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
    // A wallet may hide a credit card: authorise only, and capture after the card was checked.
    payment_intent_data: {
      metadata,
      ...(request.blocksCredit && { capture_method: "manual" }),
      ...(request.brand?.statementWord && { statement_descriptor_suffix: request.brand.statementWord }),
    },
  };
}

const STATES = ["complete", "expired", "open"] as const;

/** The page in the shop's form. The payment must be expanded with its latest charge. */
export function toPage(session: Stripe.Checkout.Session): PaymentPage {
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
    // A session stays complete if its authorisation was voided or expired.
    state: status === "canceled" ? "expired" : (STATES.find((state) => state === session.status) ?? "open"),
    paid: session.payment_status === "paid" && !isAuthorised,
    isAuthorised,
    // Staff may have captured a part in Stripe's Dashboard.
    amount: pence((status === "succeeded" ? received : undefined) ?? session.amount_total ?? 0),
    currency: session.currency ?? "",
    // Other systems on the same account may number their orders otherwise.
    orderId: isUuid(session.metadata?.order_id) ? session.metadata.order_id : undefined,
    paymentIntentId: idOf(intent),
    cardFunding: funding ?? undefined,
  };
}
