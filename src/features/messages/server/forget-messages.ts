/** Neither what visitors wrote nor where mails went is kept for ever: the privacy policy says for how long. */
import type { Ctx } from "#platform/ctx.server.ts";
import { deleteContactMessages, forgetReceipts } from "./contact-store.ts";
import { forgetRecipients } from "./store.ts";

/** As the privacy policy promises. */
const KEEP_MONTHS = 24;
/** Until then mails to somebody who is erased, the last one among them, may still be on their way. */
const UNDER_WAY_MS = 3_600_000;

export async function forgetMessages(ctx: Ctx): Promise<void> {
  const olderThan = new Date(ctx.now());
  olderThan.setUTCMonth(olderThan.getUTCMonth() - KEEP_MONTHS);
  await deleteContactMessages(ctx.db, olderThan);
  await forgetReceipts(ctx.db);
  await forgetRecipients(ctx.db, new Date(ctx.now().getTime() - UNDER_WAY_MS));
}
