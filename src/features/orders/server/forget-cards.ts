/** Cards by post are not kept for ever: the privacy policy says for how long. To be called now and then. */
import type { Ctx } from "#platform/ctx.server.ts";
import { deleteOldCards } from "./kept-card-store.ts";

/** After the winner is drawn. */
const KEEP_MONTHS = 6;

export async function forgetCards(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const overBefore = new Date(ctx.now());
  overBefore.setUTCMonth(overBefore.getUTCMonth() - KEEP_MONTHS);
  await deleteOldCards(ctx.db, overBefore);
}
