/** Each movement of the seller's balance as Stripe's wire shows it. What Stripe takes for a payment is not played, the fee of a dispute is. */
import type Stripe from "stripe";
import type { ChargeRecord, DisputeRecord, RefundRecord } from "../ledger/records.ts";

type Moved = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly fee?: number;
  readonly description: string | null;
  readonly category: string;
  readonly source: string;
  readonly type: Stripe.BalanceTransaction["type"];
};

/** The money of a payment that has come. */
export function wireTaking({ id, created, amount, currency, data }: ChargeRecord): Stripe.BalanceTransaction {
  const description = data.description;
  return transaction({
    id: takingId(id),
    created,
    amount,
    currency,
    description,
    category: "charge",
    source: id,
    type: "charge",
  });
}

/** A refund that has left, and one that came back: none, one or two. */
export function wireReturns(refund: RefundRecord): Stripe.BalanceTransaction[] {
  const { id, created, currency, charge, status } = refund;
  const common = { created, currency, source: id };
  const leaves = { ...common, id: returnId(id), amount: -refund.amount, description: `Refund for charge ${charge}` };
  const returns = { ...common, id: failureId(id), amount: refund.amount, description: `Refund failure for charge ${charge}` };
  const left = transaction({ ...leaves, category: "refund", type: "refund" });
  if (status === "succeeded") return [left];
  return status === "failed" ? [left, transaction({ ...returns, category: "refund_failure", type: "refund_failure" })] : [];
}

/** What a bank took for a dispute, or gave back. */
export function wireMove(dispute: DisputeRecord, move: DisputeRecord["moves"][number]): Stripe.BalanceTransaction {
  const description = `Chargeback ${move.amount < 0 ? "withdrawal" : "reversal"} for ${dispute.charge}`;
  const category = move.amount < 0 ? "dispute" : "dispute_reversal";
  return transaction({ ...move, currency: dispute.currency, description, category, source: dispute.id, type: "adjustment" });
}

export const takingId = (charge: string) => charge.replace("ch_", "txn_");
export const returnId = (refund: string) => refund.replace("re_", "txn_");
export const failureId = (refund: string) => refund.replace("re_", "txn_f");

function transaction({ id, created, amount, currency, fee = 0, description, category, source, type }: Moved) {
  const details = { amount: fee, application: null, currency, description: "Dispute fee", type: "stripe_fee" };
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
