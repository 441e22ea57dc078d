import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../../rules/person/email-address.ts";
import { findAccount, findPasswordHash } from "./credential-store.ts";
import { deleteLink } from "./link-store.ts";
import type { AccountMail } from "./mail-links.ts";

/** Whether the recipient has confirmed the address. Accounts can be opened with any address. */
export async function hasConfirmedRecipient(ctx: Pick<Ctx, "db">, { userId, to, isOwn }: AccountMail): Promise<boolean> {
  if (isOwn !== undefined) return isOwn;
  const account = await findAccount(ctx.db, { id: userId });
  return account?.email === to && account.email_verified;
}

/** Mails that open an account have their own limit, so that others cannot use it up. */
const OPENING: readonly string[] = ["reset-password", "sign-in"];

/** Takes one of the mailbox's daily mails. If none is left, the mail's link is deleted, too. */
export async function isMailboxFull(ctx: Ctx, { message, about, userId, to }: AccountMail): Promise<boolean> {
  // Staff send it to themselves as a test.
  if (message === "test-mail") return false;
  const mailbox = mailboxOf(to);
  const isOpening = OPENING.includes(message);
  const isApart = to === mailbox || (isOpening && (await findPasswordHash(ctx.db, userId)) === undefined);
  // Sign-in links must not use up the limit of reset links: they can be requested again after each sign-in.
  const apart = message === "sign-in" ? "signInMailUnshown" : "openingMailByAddress";
  const limit = !isOpening ? "unshownMailByMailbox" : isApart ? apart : "openingMailByMailbox";
  const isFull = (await consumeRateLimit(ctx, limit, isApart ? to : `${mailbox}, spelled otherwise`)) > 0;
  if (isFull && isOpening) await deleteLink(ctx.db, about);
  return isFull;
}
