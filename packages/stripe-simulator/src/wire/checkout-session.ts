/** A session as JSON. Source: the type declarations of the SDK, API version 2026-10-28.endive. */
import type Stripe from "stripe";
import type { Line, SessionRecord } from "../ledger/records.ts";
import { nulls } from "./nulls.ts";

/** The SDK's `Decimal` is a string in JSON. */
export type WirePrice = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string | null };
export type WireLineItem = Omit<Stripe.LineItem, "price"> & { price: WirePrice };
export type WireSession = Omit<Stripe.Checkout.Session, "line_items">;

/** @param pageUrl the payment page of an open session */
export function wireSession(session: SessionRecord, pageUrl: (id: string) => string): WireSession {
  const { amount, payer } = session;
  return {
    id: session.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    ...nulls("after_expiration allow_promotion_codes billing_address_collection client_secret collected_information"),
    ...nulls("consent consent_collection currency_conversion customer customer_account integration_identifier invoice"),
    ...nulls("origin_context payment_link payment_method_configuration_details permissions recovered_from"),
    ...nulls("saved_payment_method_options setup_intent shipping_address_collection shipping_cost subscription"),
    ...nulls("wallet_options"),
    allowed_payment_method_types: session.allowedTypes === null ? null : [...session.allowedTypes],
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    branding_settings: {
      background_color: session.branding.backgroundColor ?? "#ffffff",
      border_style: session.branding.borderStyle ?? "rounded",
      button_color: session.branding.buttonColor ?? "#0074d4",
      display_name: session.branding.displayName ?? "",
      font_family: "default",
      icon: null,
      logo: null,
    },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    custom_fields: [],
    custom_text: {
      ...nulls("after_submit shipping_address terms_of_service_acceptance"),
      submit: session.submitMessage === null ? null : { message: session.submitMessage },
    },
    customer_creation: "if_required",
    customer_details: customerDetails(payer?.email ?? session.customerEmail, payer?.name ?? null),
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        ...nulls("account_tax_ids custom_fields description footer issuer rendering_options"),
        metadata: {},
      },
    },
    livemode: false,
    locale: session.locale,
    managed_payments: { enabled: false },
    metadata: session.metadata,
    mode: "payment",
    payment_intent: session.intent,
    payment_method_collection: "if_required",
    payment_method_options: {
      card: {
        request_three_d_secure: session.threeDSecure,
        ...(session.restrictions !== null && {
          restrictions: {
            brands_blocked: [...session.restrictions.brandsBlocked],
            funding_types_blocked: [...session.restrictions.fundingBlocked],
          },
        }),
      },
    },
    payment_method_types: ["card"],
    payment_status: session.status === "complete" && !session.isPromised ? "paid" : "unpaid",
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: session.status,
    submit_type: session.submitType,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.status === "open" ? pageUrl(session.id) : null,
  };
}

function customerDetails(email: string | null, name: string | null): Stripe.Checkout.Session["customer_details"] {
  if (email === null) return null;
  return { address: null, business_name: null, email, individual_name: null, name, phone: null, tax_exempt: "none", tax_ids: [] };
}

export function wireLineItem(line: Line, session: SessionRecord): WireLineItem {
  const total = line.unitAmount * line.quantity;
  return {
    id: line.id,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: session.currency,
    description: line.name,
    metadata: line.metadata,
    price: {
      id: line.priceId,
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: session.created,
      currency: session.currency,
      ...nulls("custom_unit_amount lookup_key nickname recurring tiers_mode transform_quantity"),
      livemode: false,
      metadata: {},
      product: line.productId,
      tax_behavior: line.taxBehavior,
      type: "one_time",
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    },
    quantity: line.quantity,
  };
}
