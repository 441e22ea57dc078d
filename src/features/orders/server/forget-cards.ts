/** Cards by post are not kept for ever: the privacy policy says for how long. To be called now and then. */
import type { Ctx } from "#platform/ctx.server.ts";
import { addMonths } from "#shared/dates.ts";
import { deleteOldCards } from "./kept-card-store.ts";

/** After the winner is drawn. */
const KEEP_MONTHS = 6;

export async function forgetCards(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCards(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}
