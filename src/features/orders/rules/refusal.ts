/** Why a purchase is refused. Each name has a sentence in both languages (`quiz:errors`). */

import { canSell, type Sale } from "#features/lotteries/rules/lifecycle.ts";
import type { CodeProblem } from "#features/lotteries/rules/purchase/promotion.ts";
import type { Pence } from "#shared/money/money.ts";
import type { RoomError } from "./checkout/hold-room.ts";

/** All reasons of all checks of a purchase. */
export type PurchaseError =
  | "not_found"
  | "closed"
  | "cancelled"
  | "upcoming"
  | "bad_quantity"
  | RoomError
  | "price_changed"
  /** The terms in force differ from the ones that the buyer was shown. */
  | "terms_changed"
  /** The draw has a waiting room, and it is not the buyer's turn. */
  | "no_turn"
  | "wrong_answer"
  | "too_many_tries"
  /** The draw is free, and unconfirmed accounts of this network have reached their limit. */
  | "unconfirmed"
  /** The buyer has paused play, or is self-excluded for six months or more. */
  | "paused"
  | "excluded"
  | "staff"
  /** The purchase exceeds the buyer's own monthly limit. */
  | "over_limit"
  /** There is no such code, it has expired, or the buyer has used it. */
  | CodeProblem
  /** The buyer has started the purchase again elsewhere. */
  | "replaced"
  /** Staff have stopped new orders at all payment providers. */
  | "no_payments"
  /** The same request key was sent for another purchase. */
  | "bad_request";

/** `expectedUnitPrice`: the price on screen. */
type RequestedTickets = { readonly quantity: number; readonly expectedUnitPrice?: Pence };

/** Why the draw does not sell this quantity now; undefined if it does. */
export function saleRefusal(
  lottery: Sale & { readonly pricePerTicket: Pence },
  { quantity, expectedUnitPrice }: RequestedTickets,
  now: Date,
): PurchaseError | undefined {
  const single = canSell(lottery, 1, now);
  if (!single.ok) return lottery.status === "cancelled" ? "cancelled" : single.error;
  if (!Number.isSafeInteger(quantity) || quantity < 1) return "bad_quantity";
  const requested = canSell(lottery, quantity, now);
  if (!requested.ok) return requested.error;
  if (expectedUnitPrice !== undefined && expectedUnitPrice !== lottery.pricePerTicket) return "price_changed";
  return undefined;
}
