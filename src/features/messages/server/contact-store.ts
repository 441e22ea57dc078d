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

/** What somebody wrote to the shop from this address, oldest first. */
export async function listContactMessages(db: Db, email: string) {
  return db
    .selectFrom("contact_messages")
    .select(["name", "email", "subject", "message", "created_at"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .orderBy("created_at")
    .execute();
}

/** Everything that was written to the shop from an address, in its one spelling. */
export async function deleteMessagesFrom(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom("contact_messages")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .execute();
}

export async function deleteContactMessages(db: Db, olderThan: Date): Promise<void> {
  await db.deleteFrom("contact_messages").where("created_at", "<", olderThan).execute();
}
