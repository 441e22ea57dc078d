/** The job behind a forgotten password: makes the link, if there is anybody to send it to. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { recordStaffEvent } from "./account-events.ts";
import { findAccount } from "./credential-store.ts";
import { findNewestLink, prolongLink } from "./link-store.ts";
import { LINK_LIFETIME_MS } from "./mail-links.ts";
import { queueLink } from "./queue-account-mail.ts";

/** A link that strangers' requests keep alive, so that it need not be sent again, ends all the same. */
const LONGEST_LIFE_MS = 24 * 3_600_000;

/**
 * Safe to repeat: the link's id came with the request. Where strangers have used up the mails of the address, the link that lies in the owner's
 * mailbox lives on instead, an hour from now: nobody is flooded, and nobody goes without.
 */
export async function sendPasswordReset(ctx: Ctx, { email, linkId: id, isSpare }: JobData["password-reset"]): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (!account) return;
  await recordStaffEvent(ctx, { who: { email }, action: "password.ask_reset" });
  const now = ctx.now().getTime();
  await ctx.db.transaction().execute(async (tx) => {
    const lying = isSpare ? await findNewestLink(tx, account.id, "reset-password", ctx.now()) : undefined;
    if (lying) {
      const end = Math.min(now + LINK_LIFETIME_MS["reset-password"], lying.createdAt.getTime() + LONGEST_LIFE_MS);
      return prolongLink(tx, lying.id, new Date(end));
    }
    const reader = { id, userId: account.id, to: email, firstName: account.first_name, locale: account.locale };
    await queueLink(ctx, tx, "reset-password", reader);
  });
}
