/** Movements of the shop's balance at its payment provider, and payouts. */
import type { Day } from "#shared/dates/dates.ts";
import type { Pence } from "#shared/money/money.ts";
import type { MoveKind, PayoutState } from "#shared/states.ts";

/** A movement of the balance; `amount` before the provider's fee, negative for outgoing money. */
export type BalanceMove = {
  readonly id: string;
  readonly kind: MoveKind;
  readonly amount: Pence;
  readonly fee: Pence;
  readonly at: Date;
  readonly description: string;
  readonly paymentIntentId: string | undefined;
  /** If the payment has one. */
  readonly orderId: string | undefined;
};

/** A payout to the shop's bank. `isItemised`: the provider lists its movements. */
export type ProviderPayout = {
  readonly id: string;
  readonly amount: Pence;
  readonly state: PayoutState;
  readonly isItemised: boolean;
  readonly createdAt: Date;
  readonly arrivesOn: Day;
};

/** Reads the balance. `since` includes its instant, `before` does not. */
export type PaymentBalance = {
  listMoves(since: Date, before?: Date): AsyncIterable<BalanceMove>;
  listMovesOf(payoutId: string): AsyncIterable<BalanceMove>;
  listPayouts(since: Date): AsyncIterable<ProviderPayout>;
};
