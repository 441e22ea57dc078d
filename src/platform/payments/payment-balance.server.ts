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
  listMoves(since: Date, before?: Date): AsyncIterable<BalanceMove>;
  listMovesOf(payoutId: string): AsyncIterable<BalanceMove>;
  listPayouts(since: Date): AsyncIterable<ProviderPayout>;
};
