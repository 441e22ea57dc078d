import type { Pence } from "#shared/money/money.ts";

/** Sums in pence: `withdrawn` is what the bank holds now, `fee` the provider's charge. */
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
  /** For an inquiry that became a dispute: when it became one. */
  readonly openedAt: Date;
};

export type PaymentDisputes = {
  getDispute(disputeId: string): Promise<PaymentDispute | undefined>;
  listDisputes(since: Date): AsyncIterable<PaymentDispute>;
};
