/** What visitors wrote is not kept for ever: the privacy policy says for how long. */
import type { Ctx } from "#platform/ctx.server.ts";
import { deleteContactMessages } from "./contact-store.ts";

/** As the privacy policy promises. */
const KEEP_MONTHS = 24;

export async function forgetMessages(ctx: Ctx): Promise<void> {
  const olderThan = new Date(ctx.now());
  olderThan.setUTCMonth(olderThan.getUTCMonth() - KEEP_MONTHS);
  await deleteContactMessages(ctx.db, olderThan);
}
