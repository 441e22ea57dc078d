/** Disputes of payments at the buyer's bank, as a provider reports them. */
import type { Pence } from "#shared/money/money.ts";

/**
 * Amounts in pence. `withdrawn`: what the bank has now; `fee`: the provider's charge. `status`: the
 * provider's word.
 */
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
