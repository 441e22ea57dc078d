/** A refund as Stripe's wire shows it. */
import type Stripe from "stripe";
import type { RefundRecord } from "../ledger/records.ts";
import { failureId, returnId } from "./balance-transaction.ts";

export function wireRefund(refund: RefundRecord): Stripe.Refund {
  const waits = refund.status === "pending" || refund.status === "requires_action";
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: waits ? null : returnId(refund.id),
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    ...(refund.status === "failed" && {
      failure_balance_transaction: failureId(refund.id),
      failure_reason: refund.failure ?? "lost_or_stolen_card",
    }),
    metadata: refund.metadata,
    payment_intent: refund.intent,
    payment_method: null,
    ...(refund.status === "pending" && { pending_reason: "processing" }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
