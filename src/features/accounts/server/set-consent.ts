/** Agreeing to something, or no longer: the choice holds at once, and every change of it stays on record. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type ConsentKind, recordConsent } from "./profile-store.ts";

/** `marketing`: mail about new draws. `full_name_public`: a win is told with the full name. `name_hidden`: without any. */
export type Choice = { readonly kind: ConsentKind; readonly given: boolean };

/** @param source where it was said: "profile". Making the same choice twice is one choice. */
export async function setConsent(ctx: Ctx, userId: string, choice: Choice, source: string): Promise<void> {
  await ctx.db.transaction().execute((tx) => setConsentIn(ctx, tx, userId, choice, source));
}

/** The same in the caller's transaction. */
export async function setConsentIn(ctx: Pick<Ctx, "now">, tx: Tx, userId: string, choice: Choice, source: string): Promise<void> {
  await recordConsent(tx, userId, { ...choice, source, at: ctx.now() });
}
