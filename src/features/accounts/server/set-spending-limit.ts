/** A player sets a monthly limit: lower at once, higher or none after 24 hours. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { ASK_MOMENTS, type AskMoment, changeLimit, type LimitChange, limitAt, type PlayerLimits } from "../rules/safer-play.ts";
import { insertLimitChange, lockLimitsRow, saveAsked, saveLimit } from "./player-limits-store.ts";

/**
 * The raise that waits already, asked for once more, is one wish: its day does not move, and it counts once.
 *
 * @param wanted whole pence a month, from 0; undefined lifts the limit
 * @returns what follows; `bad_limit` for an amount that is none
 */
export async function setSpendingLimit(
  ctx: Ctx,
  userId: string,
  wanted: Pence | undefined,
): Promise<Result<LimitChange, "bad_limit">> {
  return ctx.db.transaction().execute(async (tx) => {
    const limits = await lockLimitsRow(tx, userId);
    const now = ctx.now();
    const change = changeLimit(limits, wanted, now);
    if (!change.ok) return err(change.error);
    const { next } = limits;
    if (change.value.kind === "later" && next && next.from > now && next.limit === change.value.limit)
      return ok({ ...change.value, from: next.from });
    await saveLimit(tx, userId, savedAs(limits, change.value, now));
    await insertLimitChange(tx, userId, { ...recordOf(change.value), at: now });
    await saveAsked(tx, userId, "again", now);
    return ok(change.value);
  });
}

/** Takes back a raise that waits. Without one nothing happens. */
export async function keepSpendingLimit(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const limits = await lockLimitsRow(tx, userId);
    const now = ctx.now();
    if (!limits.next || limits.next.from <= now) return;
    await saveLimit(tx, userId, { limit: limits.limit, next: undefined, since: undefined });
    await insertLimitChange(tx, userId, { kind: "limit_kept", limit: limits.limit, at: now });
  });
}

/** Remembers that a player was asked at a moment and wants none. Once; whoever has answered, or skipped a later question, has skipped this one. */
export async function skipSpendingLimit(ctx: Ctx, userId: string, moment: AskMoment): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { skipped } = await lockLimitsRow(tx, userId);
    if (skipped !== undefined && ASK_MOMENTS.indexOf(skipped) >= ASK_MOMENTS.indexOf(moment)) return;
    await saveAsked(tx, userId, moment, ctx.now());
    await insertLimitChange(tx, userId, { kind: "no_limit", at: ctx.now() });
  });
}

/** What waited and has come into force meanwhile is written down as such first. */
function savedAs(limits: PlayerLimits, change: LimitChange, now: Date) {
  if (change.kind === "now") return { limit: change.limit, next: undefined, since: now };
  const since = limits.next && limits.next.from <= now ? limits.next.from : undefined;
  const next = change.kind === "later" ? { limit: change.limit, from: change.from } : undefined;
  return { limit: limitAt(limits, now), next, since };
}

function recordOf(change: LimitChange) {
  if (change.kind === "now") return { kind: "limit", limit: change.limit } as const;
  if (change.kind === "later") return { kind: "limit_later", limit: change.limit, until: change.from } as const;
  return { kind: "limit_kept" } as const;
}
