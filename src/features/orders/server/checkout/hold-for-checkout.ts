/** Holds tickets: one hold per person and draw, within the player's limits, once per request and code. */
import type { ActiveExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { findCodeOrder, isCodeChargedBack } from "#features/lotteries/server/promotion-codes.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PurchaseError } from "../../rules/refusal.ts";
import { cancelCheckout, endHolds } from "../holds/end-holds.ts";
import type { NewHold } from "../holds/hold-store.ts";
import { listOpenPages } from "../holds/live-store.ts";
import { type HoldTerms, replaceHolds, type TakenHold, takeHold } from "../holds/take-hold.ts";
import { findOrderByRequest, listHoldsIn } from "../store.ts";
import { findHoldRefusal } from "./find-purchase-refusal.ts";

type HeldOrder = TakenHold & Pick<NewHold, "lotteryId" | "provider" | "payBy" | "pageRequest">;

/** The held order, or why there is none. `repeated`: the same request was served before. */
type HoldResult = HeldOrder | "repeated" | "no_room" | PurchaseError | ActiveExclusion["kind"];

/** Two tabs can replace each other's hold, so this many tries are made. */
const MOST_TRIES = 4;

/** Checks for refusals first, so that a refused order leaves the current hold as it is. */
async function replaceIfAllowed(ctx: Ctx, row: NewHold, terms: HoldTerms): ReturnType<typeof takeHold> {
  if (row.requestKey !== undefined && (await findOrderByRequest(ctx.db, row.userId, row.requestKey))) return "repeated";
  const refusal = await findHoldRefusal(ctx, row);
  if (refusal) return refusal;
  return replaceHolds(ctx, row, terms);
}

/** Takes the hold in place of the buyer's former hold of the draw, if there is one. */
async function holdOrReplace(ctx: Ctx, row: NewHold, terms: HoldTerms): Promise<HoldResult> {
  let replaces = terms.held > 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const held = replaces ? await replaceIfAllowed(ctx, row, terms) : await takeHold(ctx, row, terms);
    if (typeof held === "object") {
      const { lotteryId, provider, payBy, pageRequest } = row;
      return { ...held, lotteryId, provider, payBy, pageRequest };
    }
    // If the draw has a cap per person, another tab's hold looks like too many tickets.
    const isOtherTab = held === "no_room" && !replaces && (await listHoldsIn(ctx.db, row.userId, row.lotteryId)).length > 0;
    if (held !== "held_already" && !isOtherTab) return held;
    replaces = true;
  }
  return "replaced";
}

/**
 * Takes the hold. Another open payment page of the buyer that prevents it, by limit or code, is closed
 * first.
 */
export async function holdForCheckout(ctx: Ctx, row: NewHold, terms: HoldTerms): Promise<HoldResult> {
  const { promotionId } = row;
  // The unique indexes cover live orders only, and a charged-back order has ended.
  if (promotionId !== undefined && (await isCodeChargedBack(ctx, { ...row, promotionId }))) return "code_used";
  const held = await holdOrReplace(ctx, row, terms);
  if (held === "over_limit" && row.requestKey !== undefined) {
    const open = await listOpenPages(ctx.db, row.userId);
    if (open.length === 0) return held;
    await endHolds(ctx, open);
    return holdOrReplace(ctx, row, terms);
  }
  if (held !== "code_used" || promotionId === undefined) return held;
  if (row.requestKey !== undefined && (await findOrderByRequest(ctx.db, row.userId, row.requestKey))) return "repeated";
  const codeOrder = await findCodeOrder(ctx, row.userId, promotionId);
  if (codeOrder?.state !== "awaiting_payment" || codeOrder.userId !== row.userId) return held;
  await cancelCheckout(ctx, row.userId, codeOrder.id);
  return holdOrReplace(ctx, row, terms);
}
