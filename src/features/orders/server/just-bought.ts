/** Finds the purchase that a buyer returns from with the browser's Back button. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findPaidSince } from "./store.ts";

/** After so long, a page of the same question is a new purchase. */
const JUST_MINUTES = 30;

type Of = { readonly userId: string; readonly lotteryId: string; readonly quantity: number };

/** The id of the buyer's last order of so many tickets of this draw, if it was paid within the last half hour. */
export async function findJustBought(ctx: Pick<Ctx, "db" | "now">, of: Of): Promise<string | undefined> {
  return findPaidSince(ctx.db, { ...of, since: new Date(ctx.now().getTime() - JUST_MINUTES * 60_000) });
}
