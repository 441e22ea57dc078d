/** The SQL of what visitors write to the shop. */
import type { Db } from "#platform/db.server.ts";
import type { Locale } from "#shared/locale.ts";
import type { ContactFields } from "../rules/contact.ts";

export async function insertContactMessage(db: Db, message: ContactFields & { locale: Locale; now: Date }): Promise<string> {
  const { name, email, subject, message: text, locale, now } = message;
  const row = await db
    .insertInto("contact_messages")
    .values({ name, email, subject, message: text, locale, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function deleteContactMessages(db: Db, olderThan: Date): Promise<void> {
  await db.deleteFrom("contact_messages").where("created_at", "<", olderThan).execute();
}
