/** Deletes the fingerprints of code users after the retention period. Runs periodically. */
import type { Ctx } from "#platform/ctx.server.ts";
import { forgetKeysOfCodes } from "../checkout/promotion-store.ts";

/** After the last day of a code: a payment that began on that day may take this long. */
const RETENTION_MS = 30 * 86_400_000;
/** Orders per statement, so that no lock is held for long. */
const BATCH_SIZE = 500;

/** Deletes batch by batch until none is left. */
export async function forgetCodeKeys(ctx: Pick<Ctx, "db" | "now">, batchSize = BATCH_SIZE): Promise<void> {
  const expiredBefore = new Date(ctx.now().getTime() - RETENTION_MS);
  while ((await forgetKeysOfCodes(ctx.db, { expiredBefore, limit: batchSize })) === batchSize);
}
