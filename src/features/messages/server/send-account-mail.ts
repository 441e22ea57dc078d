/** Tells somebody by mail what became of their account, or gives them the link that they asked for. */

import { type LinkPurpose, linkAddress } from "#features/accounts/server/mail-links.ts";
import type { AccountMail } from "#features/accounts/server/queue-account-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { deliverMail } from "./deliver-mail.ts";
import { forgetMessagesFrom } from "./forget-messages.ts";
import { renderAccountNotice } from "./mails/render-mails.ts";

/** Throws on a passing fault, so that the queue tries again. */
export async function sendAccountMail(ctx: Ctx, mail: AccountMail): Promise<void> {
  const { message, about, userId, to, firstName, locale, newEmail } = mail;
  const sender = { publicUrl: ctx.publicUrl, trader: ctx.env.trader };
  // By now the deletion is certain.
  if (message === "account-deleted" && mail.isOwn) await forgetMessagesFrom(ctx, to);
  const purpose = LINKS[message];
  const link = purpose && linkAddress(ctx, purpose, about);
  await deliverMail(ctx, { message: `${message}:${about}`, to, userId }, () =>
    renderAccountNotice({ sender, message, firstName, email: to, newEmail: newEmail ?? "", link }, locale),
  );
}

/** What the link is for that a mail carries. */
const LINKS: Partial<Record<AccountMail["message"], LinkPurpose>> = {
  "verify-email": "verify-email",
  "reset-password": "reset-password",
  "change-email": "change-email",
  "sign-in": "sign-in",
  "email-changed": "undo-email",
};
