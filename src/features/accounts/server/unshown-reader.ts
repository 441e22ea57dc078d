/** Mails about an account to an address that nobody has shown to read: anybody can give anybody's, and have the shop write there. */
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../rules/email-address.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findAccount, findPasswordHash } from "./credential-store.ts";
import { deleteLink } from "./link-store.ts";
import type { AccountMail } from "./mail-links.ts";

/** Whether the account's owner has shown to read what goes there. A new address, before its link was followed, is nobody's. */
export async function hasShownToRead(ctx: Pick<Ctx, "db">, { userId, to, isOwn }: AccountMail): Promise<boolean> {
  if (isOwn !== undefined) return isOwn;
  const account = await findAccount(ctx.db, { id: userId });
  return account?.email === to && account.email_verified;
}

/** Mails by which an account is opened, counted apart: whoever had the others sent does not keep its owner out. */
const OPENING: readonly string[] = ["reset-password", "sign-in"];

/** Takes one of the mails that a mailbox may get a day. A mail that is not sent leaves no link behind. */
export async function isMailboxFull(ctx: Ctx, { message, about, userId, to }: AccountMail): Promise<boolean> {
  // Staff send it to themselves, and look whether it comes.
  if (message === "test-mail") return false;
  const mailbox = mailboxOf(to);
  const isOpening = OPENING.includes(message);
  const isApart = to === mailbox || (isOpening && (await findPasswordHash(ctx.db, userId)) === undefined);
  // Links to sign in, which whoever opened the account can have sent anew as soon as they have signed in, use up no link to a new password.
  const apart = message === "sign-in" ? "signInMailUnshown" : "openingMailByAddress";
  const limit = !isOpening ? "unshownMailByMailbox" : isApart ? apart : "openingMailByMailbox";
  const isFull = (await consumeRateLimit(ctx, limit, isApart ? to : `${mailbox}, spelled otherwise`)) > 0;
  if (isFull && isOpening) await deleteLink(ctx.db, about);
  return isFull;
}
