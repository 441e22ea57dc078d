/** Why a buyer may not buy, for the page, the checkout, and the explanation of a hold that failed. */
import { activeExclusion, limitAt } from "#features/accounts/rules/person/safer-play.ts";
import { packsJson } from "#features/lotteries/rules/fields/packs-fact.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { isStaffExcluded } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money/money.ts";
import { type HoldRoom, roomProblem } from "../../rules/checkout/hold-room.ts";
import { leftOf } from "../../rules/checkout/spending.ts";
import { type PurchaseError, saleRefusal } from "../../rules/refusal.ts";
import { findHoldRoom, withoutOwnHold } from "../holds/find-hold-room.ts";
import type { NewHold } from "../holds/hold-store.ts";
import { type BuyerEligibility, findBuyer } from "./find-eligibility.ts";

type RequestedPurchase = {
  readonly quantity: number;
  /** The price on screen. */
  readonly expectedUnitPrice?: Pence | undefined;
  /** The packs that the price was quoted with. */
  readonly packs?: Lottery["packs"];
};

/**
 * What is left, which other purchases change. A hold decides it under its lock; here it only serves the
 * display.
 */
export type PurchaseRoom = {
  readonly tickets: HoldRoom;
  /** What is left of the player's monthly limit; undefined without one. */
  readonly money: Pence | undefined;
  readonly total: Pence;
};

/** Why this buyer may not buy this now; undefined if the buyer may. */
export function findPurchaseRefusal(
  ctx: Pick<Ctx, "env" | "now">,
  { lottery, buyer }: { readonly lottery: Lottery; readonly buyer: BuyerEligibility },
  request: RequestedPurchase,
  room?: PurchaseRoom,
): PurchaseError | undefined {
  const now = ctx.now();
  const exclusion = activeExclusion(buyer.limits, now);
  if (exclusion) return exclusion.kind;
  if (buyer.isStaff && isStaffExcluded(ctx)) return "staff";
  const refusal = saleRefusal(withoutOwnHold(lottery, buyer), request, now);
  if (refusal) return refusal;
  if (request.packs && packsJson(lottery.packs) !== packsJson(request.packs)) return "price_changed";
  if (!room) return undefined;
  if (room.money !== undefined && room.total > room.money) return "over_limit";
  return roomProblem(room.tickets, request.quantity);
}

/** Why a hold would be refused at this moment; undefined if it would not (any more). */
export async function findHoldRefusal(ctx: Pick<Ctx, "db" | "env" | "now">, hold: NewHold): Promise<PurchaseError | undefined> {
  const [lottery, buyer] = await Promise.all([findLottery(ctx, hold.lotteryId), findBuyer(ctx, hold, ctx.now())]);
  if (!lottery) return "not_found";
  const limit = limitAt(buyer.limits, ctx.now());
  return findPurchaseRefusal(
    ctx,
    { lottery, buyer },
    { quantity: hold.quantity, expectedUnitPrice: hold.unitPrice, packs: hold.packs },
    {
      tickets: await findHoldRoom(ctx, lottery, buyer, hold),
      money: limit === undefined ? undefined : leftOf(limit, buyer.spending),
      total: hold.total,
    },
  );
}
