/** Balance transactions as JSON. Payments have fees if a knob strikes, disputes always. */
import type Stripe from "stripe";
import type { ChargeRecord, DisputeRecord, PayoutRecord, RefundRecord } from "../ledger/records.ts";
import { nulls } from "./nulls.ts";

type Moved = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly fee?: number;
  readonly feeFor?: string;
  readonly description: string | null;
  readonly category: string;
  readonly source: string;
  readonly type: Stripe.BalanceTransaction["type"];
};

export function isTaken({ status, capturedAt }: ChargeRecord): boolean {
  return status === "succeeded" && capturedAt !== null;
}

export function wireTaking(charge: ChargeRecord): Stripe.BalanceTransaction {
  const { id, amount, currency, data, fee = 0 } = charge;
  const created = charge.capturedAt ?? charge.created;
  const description = data.description;
  return transaction({
    id: takingId(id),
    created,
    amount,
    currency,
    fee,
    feeFor: "Stripe processing fees",
    description,
    category: "charge",
    source: id,
    type: "charge",
  });
}

/** The refund, and its return if it failed. */
export function wireReturns(refund: RefundRecord): Stripe.BalanceTransaction[] {
  const { id, currency, charge, status } = refund;
  const { leftAt = refund.created, failedAt = leftAt } = refund;
  const common = { currency, source: id };
  const leaves = {
    ...common,
    created: leftAt,
    id: returnId(id),
    amount: -refund.amount,
    description: `Refund for charge ${charge}`,
  };
  const description = `Refund failure for charge ${charge}`;
  const returns = { ...common, created: failedAt, id: failureId(id), amount: refund.amount, description };
  const left = transaction({ ...leaves, category: "refund", type: "refund" });
  if (status === "succeeded") return [left];
  return status === "failed" ? [left, transaction({ ...returns, category: "refund_failure", type: "refund_failure" })] : [];
}

export function wireMove(dispute: DisputeRecord, move: DisputeRecord["moves"][number]): Stripe.BalanceTransaction {
  const description = `Chargeback ${move.amount < 0 ? "withdrawal" : "reversal"} for ${dispute.charge}`;
  const category = move.amount < 0 ? "dispute" : "dispute_reversal";
  return transaction({ ...move, currency: dispute.currency, description, category, source: dispute.id, type: "adjustment" });
}

export function wirePaying({ id, created, amount, currency, move }: PayoutRecord): Stripe.BalanceTransaction {
  const common = { created, currency, description: "STRIPE PAYOUT", category: "payout", type: "payout" } as const;
  return transaction({ ...common, id: move, amount: -amount, source: id });
}

export function wirePayout({ id, created, amount, currency, move }: PayoutRecord): Stripe.Payout {
  return {
    id,
    object: "payout",
    amount,
    ...nulls("application_fee application_fee_amount destination failure_balance_transaction failure_code"),
    ...nulls("failure_message metadata original_payout payout_method reversed_by statement_descriptor trace_id"),
    arrival_date: created,
    automatic: true,
    balance_transaction: move,
    created,
    currency,
    description: "STRIPE PAYOUT",
    livemode: false,
    method: "standard",
    reconciliation_status: "completed",
    source_type: "card",
    status: "paid",
    type: "bank_account",
  };
}

export const takingId = (charge: string) => charge.replace("ch_", "txn_");
export const returnId = (refund: string) => refund.replace("re_", "txn_");
export const failureId = (refund: string) => refund.replace("re_", "txn_f");

function transaction({
  id,
  created,
  amount,
  currency,
  fee = 0,
  feeFor = "Dispute fee",
  description,
  category,
  source,
  type,
}: Moved) {
  const details = { amount: fee, application: null, currency, description: feeFor, type: "stripe_fee" };
  return {
    id,
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fee > 0 ? [details] : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: "available",
    type,
  } satisfies Stripe.BalanceTransaction;
}
