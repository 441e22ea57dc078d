import type Stripe from "stripe";
import type { Card, IntentRecord, Payer } from "../ledger/records.ts";
import { nulls } from "./nulls.ts";

/** At `nextUrl` the payer confirms a waiting payment. */
export function wireIntent(intent: IntentRecord, nextUrl: (session: string) => string): Stripe.PaymentIntent {
  const { data } = intent;
  return {
    id: intent.id,
    object: "payment_intent",
    ...nulls("allowed_payment_method_types application application_fee_amount automatic_payment_methods customer"),
    ...nulls("customer_account excluded_payment_method_types on_behalf_of payment_method_configuration_details"),
    ...nulls("payment_record processing review setup_future_usage shipping source transfer_data transfer_group"),
    amount: intent.amount,
    amount_capturable: intent.status === "requires_capture" ? intent.amount : 0,
    amount_details: { tip: {} },
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    canceled_at: intent.canceledAt,
    cancellation_reason: reasonOf(intent),
    capture_method: data.isManual ? "manual" : "automatic_async",
    client_secret: intent.clientSecret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    description: data.description,
    last_payment_error: lastError(intent),
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: data.metadata,
    next_action:
      intent.status === "requires_action"
        ? { type: "redirect_to_url", redirect_to_url: { return_url: null, url: nextUrl(intent.session) } }
        : null,
    payment_method: intent.paymentMethod,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    receipt_email: data.receiptEmail,
    statement_descriptor: data.statementDescriptor,
    statement_descriptor_suffix: data.statementDescriptorSuffix,
    status: intent.status,
  };
}

function reasonOf({ canceledAt, cancellation }: IntentRecord): Stripe.PaymentIntent["cancellation_reason"] {
  if (canceledAt === null || cancellation === "requested") return null;
  return cancellation ?? "expired";
}

function lastError(intent: IntentRecord): Stripe.PaymentIntent.LastPaymentError | null {
  const { refusal } = intent;
  if (refusal === null) return null;
  return {
    ...(refusal.charge !== null && { charge: refusal.charge }),
    code: refusal.code as Stripe.PaymentIntent.LastPaymentError.Code,
    ...(refusal.declineCode !== null && { decline_code: refusal.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${refusal.code.replaceAll("_", "-")}`,
    message: refusal.message,
    payment_method: wirePaymentMethod(refusal.paymentMethod, intent.created, refusal.card, refusal.payer),
    type: refusal.code === "payment_intent_authentication_failure" ? "invalid_request_error" : "card_error",
  };
}

function wirePaymentMethod(id: string, created: number, card: Card, payer: Payer): Stripe.PaymentMethod {
  return {
    id,
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
