/** A player sets limits, pauses and self-exclusions. */
import {
  LIMIT_PROMPTS,
  type LimitPrompt,
  changeLimit,
  type ExclusionLength,
  exclusionEnd,
  isLimitPrompt,
  isExclusionLength,
  isPauseLength,
  type LimitChange,
  limitAt,
  type PauseLength,
  type PlayerLimits,
  type WantedExclusion,
  type RequestChannel,
} from "#features/accounts/rules/person/safer-play.ts";
import {
  insertLimitChange,
  lockLimitsRow,
  savePromptAnswer,
  saveExclusionEnd,
  saveLimit,
} from "#features/accounts/server/person/player-limits-store.ts";
import { lockExclusions } from "#features/accounts/server/person/same-person-store.ts";
import { endMarketing, excludeDuplicates, storeMailboxExclusion } from "#features/accounts/server/person/stored-exclusions.ts";
import { findAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { fromPounds, type Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { POUNDS, readNumber } from "#shared/text/typed-number.ts";

/**
 * Carries out the form of /safer-play. `intent`: `limit` (pounds), `lift` (no limit), `keep` (cancels a
 * raise), `skip` (`moment`), `pause` or `exclusion` (`length`). `gone`: the account was erased.
 */
export async function changeSaferPlay(
  ctx: Ctx,
  userId: string,
  form: URLSearchParams,
): Promise<Result<undefined, "bad_limit" | "bad_request" | "gone">> {
  const [intent, length, moment] = [form.get("intent"), form.get("length"), form.get("moment") ?? "start"];
  if (intent === "skip" && isLimitPrompt(moment)) await skipSpendingLimit(ctx, userId, moment);
  else if (intent === "keep") await cancelLimitRaise(ctx, userId);
  else if (intent === "limit" || intent === "lift") {
    const wanted = intent === "lift" ? undefined : readLimit(form.get("limit") ?? "");
    if (intent === "limit" && wanted === undefined) return err("bad_limit");
    const set = await setSpendingLimit(ctx, userId, wanted);
    if (!set.ok) return set;
  } else if (form.get("confirm") === null) return err("bad_request");
  else if (intent === "pause" && isPauseLength(length)) await pausePlay(ctx, userId, length);
  else if (intent === "exclusion" && isExclusionLength(length)) await excludeFromPlay(ctx, userId, length);
  else return err("bad_request");
  return (await findAccount(ctx.db, { id: userId })) ? ok() : err("gone");
}

function readLimit(text: string): Pence | undefined {
  const pounds = readNumber(text, POUNDS);
  return pounds.ok ? fromPounds(pounds.value) : undefined;
}

/**
 * Sets the monthly limit; `wanted` undefined: none. Repeating a pending raise changes nothing: its date
 * stays, and it is recorded once.
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
    await savePromptAnswer(tx, userId, "again", now);
    return ok(change.value);
  });
}

/** Cancels a pending raise. */
export async function cancelLimitRaise(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const limits = await lockLimitsRow(tx, userId);
    const now = ctx.now();
    if (!limits.next || limits.next.from <= now) return;
    await saveLimit(tx, userId, { limit: limits.limit, next: undefined, since: undefined });
    await insertLimitChange(tx, userId, { kind: "limit_kept", limit: limits.limit, at: now });
  });
}

/** Records that a player declined a limit. Skipping a later question includes the earlier ones. */
export async function skipSpendingLimit(ctx: Ctx, userId: string, moment: LimitPrompt): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { skipped } = await lockLimitsRow(tx, userId);
    if (skipped !== undefined && LIMIT_PROMPTS.indexOf(skipped) >= LIMIT_PROMPTS.indexOf(moment)) return;
    await savePromptAnswer(tx, userId, moment, ctx.now());
    await insertLimitChange(tx, userId, { kind: "no_limit", at: ctx.now() });
  });
}

/** What the limits become: present limit, pending change, and since when the limit applies. */
function savedAs(limits: PlayerLimits, change: LimitChange, now: Date) {
  if (change.kind === "now") return { limit: change.limit, next: undefined, since: now };
  const since = limits.next && limits.next.from <= now ? limits.next.from : undefined;
  const next = change.kind === "later" ? { limit: change.limit, from: change.from } : undefined;
  return { limit: limitAt(limits, now), next, since };
}

/** What the permanent record says. */
function recordOf(change: LimitChange) {
  if (change.kind === "now") return { kind: "limit", limit: change.limit } as const;
  if (change.kind === "later") return { kind: "limit_later", limit: change.limit, until: change.from } as const;
  return { kind: "limit_kept" } as const;
}

/** Starts a pause. Returns its end. */
export async function pausePlay(ctx: Ctx, userId: string, length: PauseLength): Promise<Date> {
  return ctx.db.transaction().execute((tx) => beginExclusion(ctx, tx, userId, { kind: "pause", length }));
}

/** Starts a self-exclusion. Returns its end. */
export async function excludeFromPlay(ctx: Ctx, userId: string, length: ExclusionLength): Promise<Date> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockExclusions(tx, "begin");
    return beginExclusion(ctx, tx, userId, { kind: "exclusion", length });
  });
}

/**
 * Starts a pause or self-exclusion in the caller's transaction. Never shortens one. Returns its end.
 * `channel`: how staff received the request, undefined if the player made it here.
 */
export async function beginExclusion(
  ctx: Pick<Ctx, "now" | "lastingSecret">,
  tx: Tx,
  userId: string,
  { channel, ...exclusion }: WantedExclusion & { readonly channel?: RequestChannel },
): Promise<Date> {
  const limits = await lockLimitsRow(tx, userId);
  const now = ctx.now();
  const { kind } = exclusion;
  const wanted = exclusionEnd(exclusion, now);
  const present = kind === "pause" ? limits.pausedUntil : limits.excludedUntil;
  const until = present && present > wanted ? present : wanted;
  await saveExclusionEnd(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
  await insertLimitChange(tx, userId, { kind, until, channel, at: now });
  // A player who takes a break knows about limits and need not be asked.
  await savePromptAnswer(tx, userId, "again", now);
  await endMarketing(tx, userId, kind, now);
  if (kind === "exclusion") {
    await storeMailboxExclusion(ctx, tx, userId);
    await excludeDuplicates(ctx, tx, userId, { until });
  }
  return until;
}
