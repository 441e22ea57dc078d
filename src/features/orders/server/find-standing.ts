/** How a player stands before buying: limits, rests, and what this month has cost already. */
import { limitAt, londonMonth, type PlayerLimits, restAt } from "#features/accounts/rules/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/find-player-limits.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Pence } from "#shared/money.ts";
import { blocksCredit, leftOf, type Spending } from "../rules/spending.ts";
import type { StandingView } from "../rules/standing.ts";
import { hasOrder, sumSpending } from "./spending-store.ts";

/** What the player's orders of this calendar month, Europe/London, come to. */
export async function findSpending(db: Db | Tx, userId: string, now: Date): Promise<Spending> {
  return sumSpending(db, userId, londonMonth(now));
}

export type Standing = { readonly limits: PlayerLimits; readonly spending: Spending };

export async function findStanding(ctx: Pick<Ctx, "db">, userId: string, now: Date): Promise<Standing> {
  const [limits, spending] = await Promise.all([findPlayerLimits(ctx, userId), findSpending(ctx.db, userId, now)]);
  return { limits, spending };
}

/** The same as the buyer is told of it, before an order of this total. */
export async function showStanding(ctx: Pick<Ctx, "db" | "now">, userId: string, total: Pence): Promise<StandingView> {
  const now = ctx.now();
  const { limits, spending } = await findStanding(ctx, userId, now);
  const [limit, rest] = [limitAt(limits, now), restAt(limits, now)];
  return {
    left: limit === undefined ? undefined : leftOf(limit, spending),
    rest: rest && { kind: rest.kind, until: rest.until.getTime() },
    isCreditBlocked: blocksCredit(spending, total),
    asksForLimit: !limits.isAsked && !(await hasOrder(ctx.db, userId)),
  };
}
