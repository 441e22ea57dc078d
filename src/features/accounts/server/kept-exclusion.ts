/** Self-exclusion that outlives the account: whoever deletes it, or leaves its address, is met by the exclusion again under that address. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { normalEmail } from "../rules/email-address.ts";
import { findKeptExclusion, insertKeptExclusion } from "./kept-exclusion-store.ts";
import { endMarketing } from "./pause-play.ts";
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
  if (!until) return;
  const { excludedUntil } = await lockLimitsRow(tx, userId);
  if (excludedUntil && excludedUntil >= until) return;
  await saveRest(tx, userId, "excluded_until", until);
  await insertLimitChange(tx, userId, { kind: "exclusion", until, at: ctx.now() });
  await endMarketing(tx, userId, "exclusion", ctx.now());
}

/** Keyed, so that nobody who reads the table can try addresses on it. It outlives every change of `AUTH_SECRET`. */
function hashOf({ lastingSecret }: Keeping, email: string): Buffer {
  return createHmac("sha256", lastingSecret)
    .update(`exclusion:${normalEmail(email)}`)
    .digest();
}
