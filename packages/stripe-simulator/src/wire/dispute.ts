/** A dispute as Stripe's wire shows it; of evidence only that it was handed in. */
import type Stripe from "stripe";
import type { DisputeRecord } from "../ledger/records.ts";
import { wireMove } from "./balance-transaction.ts";

const WEEK = 7 * 86_400;

export function wireDispute(dispute: DisputeRecord): Stripe.Dispute {
  const isInquiry = dispute.status.startsWith("warning_");
  const isSubmitted = dispute.status === "under_review" || dispute.status === "warning_under_review";
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: dispute.moves.map((move) => wireMove(dispute, move)),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: dispute.created + WEEK,
      enhanced_eligibility: {},
      has_evidence: isSubmitted,
      past_due: false,
      submission_count: isSubmitted ? 1 : 0,
      submission_method: isSubmitted ? "manual" : "not_submitted",
    },
    intended_submission_method: "manual",
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    payment_method_details: {
      card: {
        brand: dispute.card.brand,
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: dispute.card.brand,
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
