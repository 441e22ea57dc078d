import type { Pence } from "#shared/money.ts";

/** A bank asks about a payment, or wants it back. Sums in pence; `withdrawn` is what is gone of ours now, `fee` what the provider took. */
export type PaymentDispute = {
  readonly id: string;
  readonly paymentIntentId: string | undefined;
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
  getDispute(disputeId: string): Promise<PaymentDispute | undefined>;
  listDisputes(since: Date): AsyncIterable<PaymentDispute>;
};
