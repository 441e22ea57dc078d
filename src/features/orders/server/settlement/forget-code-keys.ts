/** Deletes the fingerprints of code users after the retention period. Runs periodically. */
import type { Ctx } from "#platform/ctx.server.ts";
import { forgetKeysOfCodes } from "../checkout/promotion-store.ts";

/** A payment that began on the last day of a code may take this long. */
const KEEP_MS = 30 * 86_400_000;
/** Orders per statement, so that no lock is held for long. */
const AT_ONCE = 500;

export async function forgetCodeKeys(ctx: Pick<Ctx, "db" | "now">, atOnce = AT_ONCE): Promise<void> {
  const overBefore = new Date(ctx.now().getTime() - KEEP_MS);
  while ((await forgetKeysOfCodes(ctx.db, { overBefore, limit: atOnce })) === atOnce);
}
