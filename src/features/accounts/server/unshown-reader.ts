/** Mails about an account to an address that nobody has shown to read: anybody can give anybody's, and have the shop write there. */
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../rules/email-address.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findAccount } from "./credential-store.ts";
import type { AccountMail } from "./mail-links.ts";

/** Whether the account's owner has shown to read what goes there. A new address, before its link was followed, is nobody's. */
export async function hasShownToRead(ctx: Pick<Ctx, "db">, { userId, to, isOwn }: AccountMail): Promise<boolean> {
  if (isOwn !== undefined) return isOwn;
  const account = await findAccount(ctx.db, { id: userId });
  return account?.email === to && account.email_verified;
}

/** Takes one of the mails that a mailbox bears; links to a new password, which its reader may need against whoever sent the others, are counted apart. */
export async function isMailboxFull(ctx: Ctx, { message, to }: AccountMail): Promise<boolean> {
  // Staff send it to themselves, and look whether it comes.
  if (message === "test-mail") return false;
  const limit = message === "reset-password" ? "resetMailByMailbox" : "unshownMailByMailbox";
  return (await consumeRateLimit(ctx, limit, mailboxOf(to))) > 0;
}
