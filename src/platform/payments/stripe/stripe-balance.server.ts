/** Movements and payouts of Stripe's balance in the shop's form. */
import type Stripe from "stripe";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import type { MoveKind, PayoutState } from "#shared/states.ts";
import type { BalanceMove, PaymentBalance, ProviderPayout } from "../payment-balance.server.ts";
import { idOf, unixSeconds } from "./stripe-wire.server.ts";

const EXPAND = ["data.source"];
/** The shop's amounts are pence: balances in other currencies are left out. */
const CURRENCY = "gbp";

export function connectBalance(stripe: Stripe): PaymentBalance {
  return {
    async *listMoves(since, before) {
      const created = { gte: unixSeconds(since), ...(before && { lt: unixSeconds(before) }) };
      for await (const move of stripe.balanceTransactions.list({ created, limit: 100, expand: EXPAND }))
        if (move.currency === CURRENCY) yield toMove(move);
    },
    async *listMovesOf(payoutId) {
      for await (const move of stripe.balanceTransactions.list({ payout: payoutId, limit: 100, expand: EXPAND }))
        if (move.type !== "payout") yield toMove(move);
    },
    async *listPayouts(since) {
      const created = { gte: unixSeconds(since) };
      for await (const payout of stripe.payouts.list({ created, limit: 100 }))
        if (payout.currency === CURRENCY) yield toPayout(payout);
    },
  };
}

/**
 * Movements by Stripe's reporting categories (docs.stripe.com/reports/reporting-categories). Others are
 * `other`.
 */
const KINDS: Readonly<Record<string, MoveKind>> = {
  charge: "charge",
  refund: "refund",
  partial_capture_reversal: "refund",
  refund_failure: "refund_failure",
  charge_failure: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  payout: "payout",
  payout_reversal: "payout_reversal",
};

/** The common fields of a charge, a refund or a dispute. */
type Source = {
  readonly payment_intent?: string | { readonly id: string } | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
};

function toMove(move: Stripe.BalanceTransaction): BalanceMove {
  const source: Source = typeof move.source === "object" && move.source !== null ? (move.source as Source) : {};
  const orderId = source.metadata?.order_id;
  return {
    id: move.id,
    kind: KINDS[move.reporting_category] ?? "other",
    amount: pence(move.amount),
    fee: pence(move.fee),
    at: new Date(move.created * 1000),
    description: move.description ?? move.reporting_category,
    paymentIntentId: idOf(source.payment_intent),
    orderId: isUuid(orderId) ? orderId : undefined,
  };
}

const STATES: Readonly<Record<string, PayoutState>> = { paid: "paid", failed: "failed", canceled: "cancelled" };

function toPayout(payout: Stripe.Payout): ProviderPayout {
  return {
    id: payout.id,
    amount: pence(payout.amount),
    state: STATES[payout.status] ?? "on_its_way",
    isItemised: payout.automatic,
    createdAt: new Date(payout.created * 1000),
    arrivesOn: londonDate(new Date(payout.arrival_date * 1000)),
  };
}
