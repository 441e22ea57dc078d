/** Self-exclusion that outlives the account: whoever deletes it, or leaves its address, is met by the exclusion again under that address. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { normalEmail } from "../rules/email-address.ts";
import { endMarketing } from "./change-safer-play.ts";
import { findKeptExclusion, insertKeptExclusion } from "./closed-accounts-store.ts";
import { findLimitsRow, insertLimitChange, lockLimitsRow, saveRest } from "./player-limits-store.ts";

type Keeping = Pick<Ctx, "lastingSecret" | "now">;

/** Call it in the transaction that takes the address off the account. Nothing is kept of somebody who is not excluded. */
export async function keepExclusion(ctx: Keeping, tx: Tx, userId: string, email: string): Promise<void> {
  const { excludedUntil } = await findLimitsRow(tx, userId);
  if (excludedUntil && excludedUntil > ctx.now()) await insertKeptExclusion(tx, hashOf(ctx, email), excludedUntil);
}

/** Call it in the transaction that gives an account its address, at its making as well as later. The longer of two exclusions holds. */
export async function obeyKeptExclusion(ctx: Keeping, tx: Tx, userId: string, email: string): Promise<void> {
  const until = await findKeptExclusion(tx, hashOf(ctx, email), ctx.now());
  if (until) await takeOverRest(ctx, tx, userId, { kind: "exclusion", until });
}

/** A rest that somebody began elsewhere, such as under another account. @returns whether it is longer than the one that they are in */
export async function takeOverRest(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  userId: string,
  { kind, until }: { readonly kind: "pause" | "exclusion"; readonly until: Date },
): Promise<boolean> {
  const { pausedUntil, excludedUntil } = await lockLimitsRow(tx, userId);
  const present = kind === "pause" ? pausedUntil : excludedUntil;
  if (present && present >= until) return false;
  await saveRest(tx, userId, kind === "pause" ? "paused_until" : "excluded_until", until);
  await insertLimitChange(tx, userId, { kind, until, at: ctx.now() });
  await endMarketing(tx, userId, kind, ctx.now());
  return true;
}

/** The same of somebody who turns out to be this person. */
export async function takeOverRests(ctx: Pick<Ctx, "now">, tx: Tx, userId: string, otherId: string): Promise<void> {
  const { pausedUntil, excludedUntil } = await findLimitsRow(tx, otherId);
  const now = ctx.now();
  if (pausedUntil && pausedUntil > now) await takeOverRest(ctx, tx, userId, { kind: "pause", until: pausedUntil });
  if (excludedUntil && excludedUntil > now) await takeOverRest(ctx, tx, userId, { kind: "exclusion", until: excludedUntil });
}

/** Keyed, so that nobody who reads the table can try addresses on it. It outlives every change of `AUTH_SECRET`. */
function hashOf({ lastingSecret }: Keeping, email: string): Buffer {
  return createHmac("sha256", lastingSecret)
    .update(`exclusion:${normalEmail(email)}`)
    .digest();
}
