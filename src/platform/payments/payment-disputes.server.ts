/** What the shop wants to know of disputes: one as it stands now, and those of a time. Stripe and the simulator alike. */
import type Stripe from "stripe";
import { type Pence, pence } from "#shared/money.ts";

/** A bank asks about a payment, or wants it back. Sums in pence; `withdrawn` is what is gone of ours now, `fee` what the provider took. */
export type PaymentDispute = {
  readonly id: string;
  readonly paymentIntentId: string | undefined;
  /** In the provider's words, such as "needs_response" and "fraudulent". */
  readonly status: string;
  readonly reason: string;
  readonly amount: Pence;
  readonly withdrawn: Pence;
  readonly fee: Pence;
  readonly dueBy: Date | undefined;
  readonly isSubmitted: boolean;
  readonly openedAt: Date;
};

export type PaymentDisputes = {
  getDispute(disputeId: string): Promise<PaymentDispute>;
  /** Disputes opened since, newest first. */
  listDisputes(since: Date): AsyncIterable<PaymentDispute>;
};

export function connectDisputes(stripe: Stripe): PaymentDisputes {
  return {
    async getDispute(disputeId) {
      return toDispute(await stripe.disputes.retrieve(disputeId));
    },
    async *listDisputes(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const dispute of stripe.disputes.list({ created, limit: 100 })) yield toDispute(dispute);
    },
  };
}

function toDispute(dispute: Stripe.Dispute): PaymentDispute {
  const { evidence_details: evidence, balance_transactions: moves, payment_intent: intent } = dispute;
  const sum = (of: (move: Stripe.BalanceTransaction) => number) => moves.reduce((total, move) => total + of(move), 0);
  return {
    id: dispute.id,
    paymentIntentId: typeof intent === "string" ? intent : intent?.id,
    status: dispute.status,
    reason: dispute.reason,
    amount: pence(dispute.amount),
    withdrawn: pence(Math.max(0, -sum(({ amount }) => amount))),
    fee: pence(
      Math.max(
        0,
        sum(({ fee }) => fee),
      ),
    ),
    dueBy: evidence.due_by === null ? undefined : new Date(evidence.due_by * 1000),
    isSubmitted: evidence.submission_count > 0,
    openedAt: new Date(dispute.created * 1000),
  };
}
