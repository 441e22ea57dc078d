/** What was written to a player, and by them, for the player; and how long it is kept: neither that nor where mails went for ever, as the privacy policy says. */

import { normalEmail } from "#features/accounts/rules/email-address.ts";
import type { AccountMail } from "#features/accounts/server/mail-links.ts";
import { findAddressSince } from "#features/accounts/server/profile.ts";
import { forgetAlerts } from "#features/accounts/server/raise-alert.ts";
import type { Visitor } from "#features/accounts/server/read-session.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { messages } from "#platform/postgres/tables/messages.ts";
import { addMonths } from "#shared/dates.ts";
import {
  deleteContactMessages,
  deleteMessagesFrom,
  forgetReceipts,
  listContactMessages,
  listMessagesFrom,
} from "./contact-store.ts";
import { forgetRecipients, listMailsTo } from "./store.ts";

/** As the privacy policy promises. */
const KEEP_MONTHS = messages.contact_messages.retentionMonths;
/** Until then mails to somebody who is erased, the last one among them, may still be on their way. */
const UNDER_WAY_MS = 3_600_000;

export async function forgetMessages(ctx: Ctx): Promise<void> {
  const olderThan = addMonths(ctx.now(), -KEEP_MONTHS);
  await ctx.db.transaction().execute(async (tx) => forgetAlerts(tx, await deleteContactMessages(tx, olderThan), ctx.now()));
  await forgetReceipts(ctx.db);
  await forgetRecipients(ctx.db, new Date(ctx.now().getTime() - UNDER_WAY_MS));
}

/** Deletes what an erased person wrote from a proven address, and what alerts said of it. */
export async function forgetMessagesFrom(
  ctx: Pick<Ctx, "db" | "now">,
  { to: email, firstName, writer }: Pick<AccountMail, "to" | "firstName" | "writer">,
): Promise<void> {
  // An older version did not say whose it is.
  const since = new Date(writer?.since ?? 0);
  const until = writer ? new Date(writer.until) : ctx.now();
  const of = { email, firstName, lastName: writer?.lastName ?? "", since, until };
  await ctx.db.transaction().execute(async (tx) => forgetAlerts(tx, await deleteMessagesFrom(tx, of), ctx.now()));
}

/** Ready for JSON. Messages from an address count as the player's own once it is verified. */
export async function exportMessages(
  ctx: Pick<Ctx, "db">,
  player: Pick<Visitor, "id" | "email" | "emailVerified" | "firstName" | "lastName" | "createdAt">,
) {
  const [mails, written] = await Promise.all([
    listMailsTo(ctx.db, player.id),
    player.emailVerified ? listContactMessages(ctx.db, { ...player, since: await findAddressSince(ctx, player) }) : [],
  ]);
  return { messages_sent: mails, messages_written: written };
}

/** All that was written from an address, whoever had it. Ready for JSON. */
export async function exportMessagesFrom({ db }: Pick<Ctx, "db">, email: string) {
  return listMessagesFrom(db, normalEmail(email));
}
