/** What the shop wants to know of its balance at a provider: every movement of it, and what was paid out to the bank. */
import type { Day } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";
import type { MoveKind, PayoutState } from "#shared/states.ts";

/** A sum that came or went; `amount` before the provider's fee, negative where it went. */
export type BalanceMove = {
  readonly id: string;
  readonly kind: MoveKind;
  readonly amount: Pence;
  readonly fee: Pence;
  readonly at: Date;
  /** In the provider's words. */
  readonly description: string;
  readonly paymentIntentId: string | undefined;
  /** The shop's own name, where the payment bears it. */
  readonly orderId: string | undefined;
};

/** Money sent to the shop's bank. `isTold`: the provider tells which movements it is made of. */
export type ProviderPayout = {
  readonly id: string;
  readonly amount: Pence;
  readonly state: PayoutState;
  readonly isTold: boolean;
  readonly createdAt: Date;
  readonly arrivesOn: Day;
};

export type PaymentBalance = {
  /** Movements since, and before, newest first. */
  listMoves(since: Date, before?: Date): AsyncIterable<BalanceMove>;
  /** Those that a payout is made of, without the one that it is itself. */
  listMovesOf(payoutId: string): AsyncIterable<BalanceMove>;
  /** Payouts made since, newest first. */
  listPayouts(since: Date): AsyncIterable<ProviderPayout>;
};
