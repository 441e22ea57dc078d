/** The job behind a forgotten password: makes the link, if there is anybody to send it to. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs.server.ts";
import { findAccount } from "./credential-store.ts";
import { queueLink } from "./queue-account-mail.ts";

/** Safe to repeat: the link's id came with the request. */
export async function sendPasswordReset(ctx: Ctx, { email, linkId: id }: JobData["password-reset"]): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (!account) return;
  const reader = { id, userId: account.id, to: email, firstName: account.first_name, locale: account.locale };
  await ctx.db.transaction().execute((tx) => queueLink(ctx, tx, "reset-password", reader));
}
