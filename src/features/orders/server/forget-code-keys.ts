/** Who used a code is recognised in another account while it is valid, and not for ever, as the privacy policy says. To be called now and then. */
import type { Ctx } from "#platform/ctx.server.ts";
import { forgetKeysOfCodes } from "./promotion-store.ts";

/** A payment that began on the last day of a code may take that long. */
const KEEP_MS = 30 * 86_400_000;
/** So that no order is held for long: a popular code stands on a great many. */
const AT_ONCE = 500;

export async function forgetCodeKeys(ctx: Pick<Ctx, "db" | "now">, atOnce = AT_ONCE): Promise<void> {
  const overBefore = new Date(ctx.now().getTime() - KEEP_MS);
  while ((await forgetKeysOfCodes(ctx.db, { overBefore, limit: atOnce })) === atOnce);
}
