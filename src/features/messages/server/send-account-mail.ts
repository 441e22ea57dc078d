/** Tells somebody by mail what became of their account, or gives them the link that they asked for. */
import { linkAddress } from "#features/accounts/server/mail-links.ts";
import type { AccountMail } from "#features/accounts/server/queue-account-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ACCOUNT_MAILS } from "#shared/account-mails.ts";
import { deliverMail } from "./deliver-mail.ts";
import { forgetMessagesFrom } from "./forget-messages.ts";
import { accountNotice } from "./mails/account-notice.ts";

/** Throws on a passing fault, so that the queue tries again. */
export async function sendAccountMail(ctx: Ctx, mail: AccountMail): Promise<void> {
  const { message, about, userId, to, firstName, locale, newEmail = "", until } = mail;
  // By now the deletion is certain: what came from an address that was shown to be theirs goes along.
  if ((message === "account-deleted" || message === "account-closed") && mail.isOwn) await forgetMessagesFrom(ctx, to);
  const kind = ACCOUNT_MAILS[message];
  const link = "link" in kind ? linkAddress(ctx, kind.link, about) : undefined;
  await deliverMail(ctx, { message: `${message}:${about}`, to, userId, locale }, (pen) =>
    accountNotice(pen, {
      message,
      firstName,
      email: to,
      newEmail,
      until: until === undefined ? undefined : new Date(until),
      link,
    }),
  );
}
