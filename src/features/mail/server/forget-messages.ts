/** Export and retention of messages to and from players, as the privacy policy says. */

import { forgetAlerts } from "#features/access/server/raise-alert.ts";
import { normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { findAddressSince } from "#features/accounts/server/profile/profile.ts";
import type { Visitor } from "#features/accounts/server/sessions/read-session.ts";
import type { AccountMail } from "#features/accounts/server/sign-in/mail-links.ts";
import {
  deleteContactMessages,
  deleteMessagesFrom,
  deleteMessagesOfErased,
  forgetReceipts,
  listContactMessages,
  listMessagesFrom,
} from "#features/inbox/server/contact-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { inbox } from "#platform/postgres/tables/inbox.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { deleteLetters, listLettersTo } from "./letters/letter-store.ts";
import { forgetRecipients, listMailsTo } from "./store.ts";

/** How long messages are stored. */
const KEEP_MONTHS = inbox.contact_messages.retentionMonths;
/** Mails to an erased person may be on their way for this long. */
const UNDER_WAY_MS = 3_600_000;

/** Daily clean-up: deletes old messages and the addresses of erased people. */
export async function forgetMessages(ctx: Ctx): Promise<void> {
  const olderThan = addMonths(ctx.now(), -KEEP_MONTHS);
  await ctx.db.transaction().execute(async (tx) => forgetAlerts(tx, await deleteContactMessages(tx, olderThan), ctx.now()));
  await deleteLetters(ctx.db, olderThan);
  await forgetReceipts(ctx.db);
  await forgetRecipients(ctx.db, new Date(ctx.now().getTime() - UNDER_WAY_MS));
}

/**
 * Deletes the conversations of erased accounts, also of those whose address was unconfirmed or that came by
 * post.
 */
export async function forgetMessagesOfErased(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => forgetAlerts(tx, await deleteMessagesOfErased(tx), ctx.now()));
}

/** Deletes messages that an erased person sent from a verified address, and alerts about them. */
export async function forgetMessagesFrom(
  ctx: Pick<Ctx, "db" | "now">,
  { to: email, firstName, writer, userId: id }: Pick<AccountMail, "to" | "firstName" | "writer" | "userId">,
): Promise<void> {
  // Jobs of older versions have no writer.
  const since = new Date(writer?.since ?? 0);
  const until = writer ? new Date(writer.until) : ctx.now();
  const sender = { id, email, firstName, lastName: writer?.lastName ?? "", since, until };
  await ctx.db.transaction().execute(async (tx) => forgetAlerts(tx, await deleteMessagesFrom(tx, sender), ctx.now()));
}

/**
 * Mails to a player and messages from them, for the data export: those of the account, and those from its
 * address once it is verified.
 */
export async function exportMessages(
  ctx: Pick<Ctx, "db">,
  player: Pick<Visitor, "id" | "email" | "emailVerified" | "firstName" | "lastName" | "createdAt">,
) {
  const [mails, letters, written] = await Promise.all([
    listMailsTo(ctx.db, player.id),
    listLettersTo(ctx.db, player.id),
    listContactMessages(ctx.db, {
      ...player,
      email: player.emailVerified ? player.email : "",
      since: await findAddressSince(ctx, player),
    }),
  ]);
  return { messages_sent: mails, letters, messages_written: written };
}

/** All messages from an address, of any owner, for the data export. */
export async function exportMessagesFrom({ db }: Pick<Ctx, "db">, email: string) {
  return listMessagesFrom(db, normalEmail(email));
}
