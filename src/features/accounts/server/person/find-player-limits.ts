/** Reads a player's spending limit, pause and self-exclusion. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { activeExclusion, type LimitsView, limitAt, nextLimitAt, type PlayerLimits } from "../../rules/person/safer-play.ts";
import { columns, findLimitsRow, lockLimitsRow, type Row, toLimits } from "./player-limits-store.ts";

/** For queries that read limits along with other tables. */
export { columns as LIMIT_COLUMNS, type Row as LimitsRow, toLimits };

/** The player's limits, without a lock. Players without a row have none. */
export async function findPlayerLimits(ctx: Pick<Ctx, "db">, userId: string): Promise<PlayerLimits> {
  return findLimitsRow(ctx.db, userId);
}

/** Locks the limits until the transaction ends, so that two purchases cannot both use the same allowance. */
export async function lockPlayerLimits(tx: Tx, userId: string): Promise<PlayerLimits> {
  return lockLimitsRow(tx, userId);
}

/** The limits in force now, for the player's page. */
export async function showPlayerLimits(ctx: Pick<Ctx, "db" | "now">, userId: string): Promise<LimitsView> {
  const limits = await findLimitsRow(ctx.db, userId);
  const [next, exclusion] = [nextLimitAt(limits, ctx.now()), activeExclusion(limits, ctx.now())];
  return {
    limit: limitAt(limits, ctx.now()),
    next: next && { limit: next.limit, from: next.from.getTime() },
    exclusion: exclusion && { kind: exclusion.kind, until: exclusion.until.getTime() },
  };
}
