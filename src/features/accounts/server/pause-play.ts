/**
 * A player takes a rest, on the site or through staff: nothing can be bought, no card counts and no advertising comes until it is over, and none
 * afterwards without a new yes. It is lengthened, never shortened.
 */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type ExclusionLength, endOfRest, type PauseLength, type WantedRest, type WayAsked } from "../rules/safer-play.ts";
import { insertLimitChange, lockLimitsRow, saveAsked, saveRest } from "./player-limits-store.ts";
import { recordConsent } from "./profile-store.ts";

/** Returns when it ends: a shorter one than the player is in already changes nothing. */
export async function pausePlay(ctx: Ctx, userId: string, length: PauseLength): Promise<Date> {
  return ctx.db.transaction().execute((tx) => beginRest(ctx, tx, userId, { kind: "pause", length }));
}

/** The same for six months at least. */
export async function excludeFromPlay(ctx: Ctx, userId: string, length: ExclusionLength): Promise<Date> {
  return ctx.db.transaction().execute((tx) => beginRest(ctx, tx, userId, { kind: "exclusion", length }));
}

/** @param asked how somebody asked staff for it */
export async function beginRest(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  userId: string,
  { asked, ...rest }: WantedRest & { readonly asked?: WayAsked },
): Promise<Date> {
  const limits = await lockLimitsRow(tx, userId);
  const now = ctx.now();
  const { kind } = rest;
  const wanted = endOfRest(rest, now);
  const present = kind === "pause" ? limits.pausedUntil : limits.excludedUntil;
  const until = present && present > wanted ? present : wanted;
  await saveRest(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
  await insertLimitChange(tx, userId, { kind, until, asked, at: now });
  // Who has found the way here need not be asked about limits.
  await saveAsked(tx, userId, "again", now);
  await endMarketing(tx, userId, kind, now);
  return until;
}

/** Whoever rests has said no to advertising until they say yes anew, once the rest is over. */
export async function endMarketing(tx: Tx, userId: string, source: WantedRest["kind"], at: Date): Promise<void> {
  await recordConsent(tx, userId, { kind: "marketing", given: false, source, at });
}
