/** A player takes a rest: nothing can be bought and no advertising comes until it is over. It is lengthened, never shortened. */
import type { Ctx } from "#platform/ctx.server.ts";
import { EXCLUSIONS, type ExclusionLength, PAUSES, type PauseLength, restEnd } from "../rules/safer-play.ts";
import { insertLimitChange, lockLimitsRow, saveAsked, saveRest } from "./player-limits-store.ts";

/** Returns when it ends: a shorter one than the player is in already changes nothing. */
export async function pausePlay(ctx: Ctx, userId: string, length: PauseLength): Promise<Date> {
  return rest(ctx, userId, "pause", restEnd(ctx.now(), PAUSES[length]));
}

/** The same for six months at least. */
export async function excludeFromPlay(ctx: Ctx, userId: string, length: ExclusionLength): Promise<Date> {
  return rest(ctx, userId, "exclusion", restEnd(ctx.now(), EXCLUSIONS[length]));
}

async function rest(ctx: Ctx, userId: string, kind: "pause" | "exclusion", wanted: Date): Promise<Date> {
  return ctx.db.transaction().execute(async (tx) => {
    const limits = await lockLimitsRow(tx, userId);
    const present = kind === "pause" ? limits.pausedUntil : limits.excludedUntil;
    const until = present && present > wanted ? present : wanted;
    await saveRest(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
    await insertLimitChange(tx, userId, { kind, until, at: ctx.now() });
    // Who has found the way here need not be asked about limits.
    await saveAsked(tx, userId, ctx.now());
    return until;
  });
}
