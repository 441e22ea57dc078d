/** Why a purchase is refused. Each name has its sentence in both languages (`quiz:errors`). */

import { canSell, type Sale } from "#features/lotteries/rules/lifecycle.ts";
import type { CodeProblem } from "#features/lotteries/rules/promotion.ts";
import type { Pence } from "#shared/money.ts";
import type { RoomError } from "./hold-room.ts";

export type PurchaseError =
  | "not_found"
  | "closed"
  | "cancelled"
  | "upcoming"
  | "bad_quantity"
  | RoomError
  | "price_changed"
  /** Others are in force than those that the buyer was shown. */
  | "terms_changed"
  /** People queue for the draw, and the buyer's turn has not come. */
  | "no_turn"
  | "wrong_answer"
  | "too_many_tries"
  /** It costs nothing, and the network's accounts with an address that is not confirmed have taken much already. */
  | "unconfirmed"
  /** The buyer rests from play: for a while, or for six months and more. */
  | "paused"
  | "excluded"
  /** The buyer works here. */
  | "staff"
  /** The buyer's own monthly limit leaves less than this costs. */
  | "over_limit"
  /** There is no such code, it has expired, or the buyer has used it. */
  | CodeProblem
  /** The buyer has begun the purchase anew elsewhere, and that one goes on. */
  | "replaced"
  /** No payment provider takes new orders: somebody has stopped them all. */
  | "no_payments"
  /** The same request key was sent for another purchase. */
  | "bad_request";

/** `expectedUnitPrice` is the price that was on the screen. */
type Wanted = { readonly quantity: number; readonly expectedUnitPrice?: Pence };

/** What the draw itself says against buying so many tickets of it now; undefined where nothing does. */
export function refusalOf(
  lottery: Sale & { readonly pricePerTicket: Pence },
  { quantity, expectedUnitPrice }: Wanted,
  now: Date,
): PurchaseError | undefined {
  const any = canSell(lottery, 1, now);
  if (!any.ok) return lottery.status === "cancelled" ? "cancelled" : any.error;
  if (!Number.isSafeInteger(quantity) || quantity < 1) return "bad_quantity";
  const all = canSell(lottery, quantity, now);
  if (!all.ok) return all.error;
  if (expectedUnitPrice !== undefined && expectedUnitPrice !== lottery.pricePerTicket) return "price_changed";
  return undefined;
}
