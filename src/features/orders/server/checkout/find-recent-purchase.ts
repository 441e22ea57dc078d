/**
 * Finds the purchase that a buyer has just made, after a return to the question by the browser's Back
 * button.
 */
import type { Ctx } from "#platform/ctx.server.ts";
import { findPaidSince } from "../store.ts";

/** After this time, the same page of the question is a new purchase. */
const RECENT_MINUTES = 30;

type SamePurchase = { readonly userId: string; readonly lotteryId: string; readonly quantity: number };

/** The id of the buyer's last order of this quantity in this draw, if paid within the last half hour. */
export async function findRecentPurchase(ctx: Pick<Ctx, "db" | "now">, purchase: SamePurchase): Promise<string | undefined> {
  return findPaidSince(ctx.db, { ...purchase, since: new Date(ctx.now().getTime() - RECENT_MINUTES * 60_000) });
}
