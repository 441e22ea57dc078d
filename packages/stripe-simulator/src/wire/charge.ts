import type Stripe from "stripe";
import type { ChargeRecord } from "../ledger/records.ts";
import { isTaken, takingId } from "./balance-transaction.ts";
import { nulls } from "./nulls.ts";

export function wireCharge(charge: ChargeRecord): Stripe.Charge {
  const { amount, data, failure, payer } = charge;
  const paid = charge.status === "succeeded";
  const captured = isTaken(charge);
  return {
    id: charge.id,
    object: "charge",
    amount,
    amount_captured: captured ? amount : 0,
    amount_refunded: charge.refunded,
    ...nulls("application application_fee application_fee_amount customer failure_balance_transaction on_behalf_of"),
    ...nulls("receipt_number receipt_url review shipping source source_transfer transfer_data transfer_group"),
    balance_transaction: captured ? takingId(charge.id) : null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: data.statementDescriptor,
    captured,
    created: charge.created,
    currency: charge.currency,
    description: data.description,
    disputed: charge.disputed,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: data.metadata,
    outcome: outcome(charge),
    paid,
    payment_intent: charge.intent,
    payment_method: charge.paymentMethod,
    payment_method_details: { card: cardDetails(charge), type: "card" },
    radar_options: {},
    receipt_email: data.receiptEmail,
    refunded: paid && charge.refunded === amount,
    statement_descriptor: data.statementDescriptor,
    statement_descriptor_suffix: data.statementDescriptorSuffix,
    status: charge.status,
  };
}

function outcome({ failure }: ChargeRecord): Stripe.Charge.Outcome {
  return {
    advice_code: failure === null ? null : "try_again_later",
    network_advice_code: null,
    network_decline_code: failure === null ? null : "01",
    network_status: failure === null ? "approved_by_network" : "declined_by_network",
    reason: failure === null ? null : (failure.declineCode ?? failure.code),
    risk_level: "normal",
    risk_score: 12,
    seller_message: failure === null ? "Payment complete." : "The bank did not return any further details with this decline.",
    type: failure === null ? "authorized" : "issuer_declined",
  };
}

function cardDetails({ amount, authenticated, card, failure }: ChargeRecord): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: failure === null ? amount : null,
    authorization_code: failure === null ? "123456" : null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: failure?.code === "incorrect_cvc" ? "fail" : "pass",
    },
    country: card.country,
    electronic_commerce_indicator: authenticated ? "05" : null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: card.funding,
    ...nulls("installments mandate network_transaction_id transaction_link_id wallet"),
    last4: card.last4,
    network: card.brand,
    regulated_status: "unregulated",
    three_d_secure: authenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          ...nulls("exemption_indicator result_reason transaction_id"),
          result: "authenticated",
          version: "2.2.0",
        }
      : null,
  };
}
