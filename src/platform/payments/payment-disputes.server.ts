/** What the shop wants to know of disputes: one as it stands now, and those of a time. */
import type { Pence } from "#shared/money.ts";

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
  /** Of an inquiry that has become a dispute: when it did. */
  readonly openedAt: Date;
};

export type PaymentDisputes = {
  /** Undefined for one that the provider does not know, such as another account's. */
  getDispute(disputeId: string): Promise<PaymentDispute | undefined>;
  /** Disputes opened since, newest first. */
  listDisputes(since: Date): AsyncIterable<PaymentDispute>;
};
