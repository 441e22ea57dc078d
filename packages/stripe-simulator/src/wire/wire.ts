import type Stripe from "stripe";
import type { DisputeRecord, EventRecord, FileRecord, RefundRecord, Snapshot, WarningRecord } from "../ledger/records.ts";
import { failureId, returnId, wireMove } from "./balance-transaction.ts";
import { wireCharge } from "./charge.ts";
import { wireSession } from "./checkout-session.ts";
import { nulls } from "./nulls.ts";
import { wireIntent } from "./payment-intent.ts";

export type WireObject = Readonly<Record<string, unknown>>;
export type Wire = ((snapshot: Snapshot) => WireObject) & { readonly livemode: boolean };

export function createWire(publicUrl: () => string, livemode = false): Wire {
  const show = createShow(publicUrl);
  const wire = (snapshot: Snapshot) => {
    const shown = show(snapshot);
    return "livemode" in shown ? { ...shown, livemode } : shown;
  };
  return Object.assign(wire, { livemode });
}

function createShow(publicUrl: () => string): (snapshot: Snapshot) => WireObject {
  const pageUrl = (session: string) => `${publicUrl()}/c/pay/${session}`;
  const confirmUrl = (session: string) => `${pageUrl(session)}/confirm`;
  return (snapshot) => {
    switch (snapshot.kind) {
      case "session":
        return { ...wireSession(snapshot.record, pageUrl) };
      case "intent":
        return { ...wireIntent(snapshot.record, confirmUrl) };
      case "charge":
        return { ...wireCharge(snapshot.record) };
      case "refund":
        return { ...wireRefund(snapshot.record) };
      case "warning":
        return { ...wireWarning(snapshot.record) };
      case "dispute":
        return { ...wireDispute(snapshot.record) };
      case "file":
        return { ...wireFile(snapshot.record) };
    }
  };
}

function wireWarning(warning: WarningRecord): Stripe.Radar.EarlyFraudWarning {
  return {
    id: warning.id,
    object: "radar.early_fraud_warning",
    actionable: warning.actionable,
    charge: warning.charge,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    payment_intent: warning.intent,
  };
}

function wireRefund(refund: RefundRecord): Stripe.Refund {
  const waits = refund.status === "pending" || refund.status === "requires_action";
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: waits ? null : returnId(refund.id),
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    ...nulls("customer customer_account payment_method receipt_number source_transfer_reversal transfer_reversal"),
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
    ...(refund.status === "pending" && { pending_reason: "processing" }),
    reason: refund.reason,
    status: refund.status,
  };
}

function wireFile({ id, created, name, purpose, size, type }: FileRecord): Stripe.File {
  return {
    id,
    object: "file",
    created,
    expires_at: null,
    filename: name,
    links: { object: "list", data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  };
}

const WEEK = 7 * 86_400;

/** Unix seconds until which evidence is taken. */
export function evidenceDueBy({ created }: Pick<DisputeRecord, "created">): number {
  return created + WEEK;
}

function wireDispute(dispute: DisputeRecord): Stripe.Dispute {
  const isInquiry = dispute.status.startsWith("warning_");
  const isReviewed = dispute.status === "under_review" || dispute.status === "warning_under_review";
  const submissions = dispute.submissions ?? (isReviewed ? 1 : 0);
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: dispute.moves.map((move) => wireMove(dispute, move)),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, ...dispute.evidence },
    evidence_details: {
      due_by: evidenceDueBy(dispute),
      enhanced_eligibility: {},
      has_evidence: submissions > 0 || dispute.evidence !== undefined,
      past_due: false,
      submission_count: submissions,
      submission_method: submissions > 0 ? "manual" : "not_submitted",
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
  ...nulls("access_activity_log billing_address cancellation_policy cancellation_policy_disclosure"),
  ...nulls("cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip"),
  ...nulls("customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id"),
  ...nulls("product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date"),
  ...nulls("service_documentation shipping_address shipping_carrier shipping_date shipping_documentation"),
  ...nulls("shipping_tracking_number uncategorized_file uncategorized_text"),
  enhanced_evidence: {},
};

export const API_VERSION = "2026-10-28.endive";

export function wireEvent(event: EventRecord, wire: Wire, pending: 0 | 1): Record<string, unknown> {
  return {
    id: event.id,
    object: "event",
    api_version: API_VERSION,
    created: event.created,
    data: { object: wire(event.snapshot), ...(event.previous !== null && { previous_attributes: event.previous }) },
    livemode: wire.livemode,
    pending_webhooks: pending,
    request: { id: event.request?.id ?? null, idempotency_key: event.request?.idempotencyKey ?? null },
    type: event.type,
  };
}
