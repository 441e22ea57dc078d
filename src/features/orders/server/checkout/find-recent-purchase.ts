/** Finds the purchase that a buyer leaves with the browser's Back button. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findPaidSince } from "../store.ts";

/** After this time, the same question page is a new purchase. */
const JUST_MINUTES = 30;

type Of = { readonly userId: string; readonly lotteryId: string; readonly quantity: number };

/** The id of the buyer's last order of this quantity in this draw, if paid within the last half hour. */
export async function findRecentPurchase(ctx: Pick<Ctx, "db" | "now">, of: Of): Promise<string | undefined> {
  return findPaidSince(ctx.db, { ...of, since: new Date(ctx.now().getTime() - JUST_MINUTES * 60_000) });
}
