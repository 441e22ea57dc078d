/** A player's limits and spending: what the player may still buy this month. */
import {
  activeExclusion,
  isLimitPromptDue,
  limitAt,
  londonMonth,
  type PlayerLimits,
} from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { EligibilityView } from "../../rules/checkout/spending.ts";
import { blocksCredit, leftOf, type Spending } from "../../rules/checkout/spending.ts";
import { type BuyerRow, findBuyerRow } from "./buyer-store.ts";
import { findLastBought, listHeldTotals, sumSpending } from "./spending-store.ts";

/** The spending of the current month. */
export async function findSpending(db: Db | Tx, userId: string, now: Date): Promise<Spending> {
  return sumSpending(db, userId, londonMonth(now));
}

/** Limits and exclusions that the player has, and the spending of the month. */
export type Eligibility = { readonly limits: PlayerLimits; readonly spending: Spending };

/** Reads both. */
export async function findEligibility(ctx: Pick<Ctx, "db">, userId: string, now: Date): Promise<Eligibility> {
  const [limits, spending] = await Promise.all([findPlayerLimits(ctx, userId), findSpending(ctx.db, userId, now)]);
  return { limits, spending };
}

/** The eligibility of a buyer of one draw, with what the buyer has bought and holds in it. */
export type BuyerEligibility = Eligibility & Omit<BuyerRow, "spending">;

/** `spending` leaves out the buyer's hold of this draw: the next hold replaces it. */
export async function findBuyer(
  ctx: Pick<Ctx, "db">,
  key: { readonly userId: string; readonly lotteryId: string },
  now: Date,
): Promise<BuyerEligibility> {
  const [limits, row] = await Promise.all([findPlayerLimits(ctx, key.userId), findBuyerRow(ctx.db, key, londonMonth(now))]);
  return { limits, ...row };
}

/**
 * The eligibility shown before an order of this total. With `closesPages`, open pages do not count: the
 * order closes them.
 */
export async function showEligibility(
  ctx: Pick<Ctx, "db" | "now">,
  userId: string,
  total: Pence,
  { closesPages = false } = {},
): Promise<EligibilityView> {
  const now = ctx.now();
  const { limits, spending } = await findEligibility(ctx, userId, now);
  const [limit, exclusion] = [limitAt(limits, now), activeExclusion(limits, now)];
  const openPages = closesPages && limit !== undefined ? await listHeldTotals(ctx.db, userId, londonMonth(now)) : [];
  const spent = openPages.reduce((sum, { total }) => pence(sum - total), spending.spent);
  const lastOrder = await findLastBought(ctx.db, userId);
  const moment = lastOrder ? "again" : "start";
  return {
    left: limit === undefined ? undefined : leftOf(limit, { ...spending, spent }),
    exclusion: exclusion && { kind: exclusion.kind, until: exclusion.until.getTime() },
    isCreditBlocked: blocksCredit(spending, total),
    asksForLimit: isLimitPromptDue(moment, limits, moment === "again") ? moment : undefined,
    lastTerms: lastOrder?.terms,
  };
}
