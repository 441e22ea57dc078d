/** Limits mails to unconfirmed addresses, since accounts can be opened with any address. */
import type { RateLimitName } from "#features/access/rules/rate-limits.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../../rules/person/email-address.ts";
import { findAccount, findPasswordHash } from "./credential-store.ts";
import { deleteLink } from "./link-store.ts";
import type { AccountMail } from "./mail-links.ts";

/** Whether the recipient has confirmed the address. */
export async function hasConfirmedRecipient(ctx: Pick<Ctx, "db">, { userId, to, isOwn }: AccountMail): Promise<boolean> {
  if (isOwn !== undefined) return isOwn;
  const account = await findAccount(ctx.db, { id: userId });
  return account?.email === to && account.email_verified;
}

/** Mails whose link opens an account. They have their own limit, so that others cannot use it up. */
const OPENING: readonly string[] = ["reset-password", "sign-in"];

function limitFor(message: AccountMail["message"], isOwnSpelling: boolean): RateLimitName {
  if (!OPENING.includes(message)) return "unconfirmedMailByMailbox";
  if (!isOwnSpelling) return "openingMailByMailbox";
  // Sign-in links must not use up the limit of reset links: they can be requested again after each sign-in.
  return message === "sign-in" ? "signInMailUnconfirmed" : "openingMailByAddress";
}

/** Takes one of the mailbox's daily mails. If none is left, the mail's link is deleted, too. */
export async function isMailboxFull(ctx: Ctx, { message, about, userId, to }: AccountMail): Promise<boolean> {
  // Staff send it to themselves as a test.
  if (message === "test-mail") return false;
  const mailbox = mailboxOf(to);
  const isOpening = OPENING.includes(message);
  // This spelling of the address is counted by itself, apart from the mailbox's other spellings.
  const isOwnSpelling = to === mailbox || (isOpening && (await findPasswordHash(ctx.db, userId)) === undefined);
  const isFull =
    (await consumeRateLimit(ctx, limitFor(message, isOwnSpelling), isOwnSpelling ? to : `${mailbox}, spelled otherwise`)) > 0;
  if (isFull && isOpening) await deleteLink(ctx.db, about);
  return isFull;
}
