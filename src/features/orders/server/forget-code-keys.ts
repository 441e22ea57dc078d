/** Who used a code is recognised in another account while it is valid, and not for ever, as the privacy policy says. To be called now and then. */
import type { Ctx } from "#platform/ctx.server.ts";
import { forgetKeysOfCodes } from "./promotion-store.ts";

/** A payment that began on the last day of a code may take that long. */
const KEEP_MS = 30 * 86_400_000;

export async function forgetCodeKeys(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await forgetKeysOfCodes(ctx.db, new Date(ctx.now().getTime() - KEEP_MS));
}
