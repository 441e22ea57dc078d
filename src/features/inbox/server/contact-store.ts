/** Table `contact_messages`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { toLocale } from "#shared/language/languages.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { ComplaintOutcome } from "#shared/states.ts";
import type { ContactFields } from "../rules/contact.ts";

type NewMessage = ContactFields & {
  readonly locale: Locale;
  readonly isDoubtful?: boolean;
  readonly now: Date;
  readonly requestKey?: string | undefined;
  /** The account of a signed-in sender, or of the player to whom the shop writes. */
  readonly userId?: string | undefined;
  /** The member of staff, if the shop writes first. Their message is read, and waits for the player. */
  readonly startedBy?: string | undefined;
};

/** Stores a message. @returns its id; undefined if a message with that key exists */
export async function insertContactMessage(db: Db | Tx, message: NewMessage): Promise<string | undefined> {
  const { name, email, subject, message: text, locale, isDoubtful = false, now, requestKey, userId, startedBy } = message;
  const ownMarks = startedBy === undefined ? {} : { started_by: startedBy, read_at: now, answered_at: now };
  const row = await db
    .insertInto("contact_messages")
    .values({
      ...{ name, email, subject, message: text, locale, is_doubtful: isDoubtful },
      ...{ created_at: now, request_key: requestKey ?? null, user_id: userId ?? null, ...ownMarks },
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export type KnownMessage = ContactFields & { readonly id: string; readonly createdAt: Date };

/** The message that a request with this key has stored. */
export async function findMessageByKey(db: Db | Tx, requestKey: string): Promise<KnownMessage | undefined> {
  const row = await db
    .selectFrom("contact_messages")
    .select(["id", "name", "email", "subject", "message", "created_at"])
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const { created_at: createdAt, ...message } = row;
  return { ...message, createdAt };
}

/** `number`: the reference. `userId`: the sender's account. */
export type ContactMessage = KnownMessage & {
  readonly locale: Locale;
  readonly number: number;
  readonly userId: string | undefined;
};

/** The message with this id. */
export async function findContactMessage(db: Db, id: string): Promise<ContactMessage | undefined> {
  const row = await db
    .selectFrom("contact_messages")
    .select(["id", "number", "name", "email", "subject", "message", "locale", "user_id", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...fromRow(row), locale: toLocale(row.locale) };
}

/** Removes visitors' addresses from receipts of deleted messages, sent or not: they are not retried. */
export async function forgetReceipts(db: Db): Promise<void> {
  await sql`
    UPDATE mails m SET recipient = 'forgotten:' || m.id, last_error = NULL
    WHERE (m.message LIKE 'contact-receipt:%' OR m.message LIKE 'complaint-%:%' OR m.message LIKE 'conversation:%') AND m.recipient LIKE '%@%'
      AND NOT EXISTS (SELECT FROM contact_messages c WHERE split_part(m.message, ':', 2) = c.id::text)`.execute(db);
}

/**
 * A person who has this address since `since`. Earlier messages from it are theirs only under their name.
 * `id`: the account, which has the conversations of a signed-in sender. `email`: empty if it is unconfirmed.
 */
export type Writer = {
  readonly id?: string | undefined;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly since: Date;
};

/**
 * SQL condition on `contact_messages` as `m`: the message is this writer's, not an earlier owner's of the
 * address.
 */
export function isFrom({ id, email, firstName, lastName, since }: Writer) {
  return sql<boolean>`(m.user_id = ${id ?? null} OR m.user_id IS NULL AND lower(m.email) = ${email.toLowerCase()}
    AND (m.created_at >= ${since} OR plain(trim(m.name)) = plain(${`${firstName} ${lastName}`.trim()})))`;
}

/** Messages of a writer, oldest first. */
export async function listContactMessages(db: Db, writer: Writer) {
  return messagesWithAnswers(db).where(isFrom(writer)).execute();
}

/** A conversation in the history of its player. `lastAt`: of the last message, answer or note. */
export type ListedConversation = {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly createdAt: Date;
  readonly lastAt: Date;
  readonly readAt: Date | undefined;
  readonly answeredAt: Date | undefined;
  readonly doneAt: Date | undefined;
  readonly isDoubtful: boolean;
  readonly isStartedByShop: boolean;
  readonly complaintNumber: string | undefined;
  readonly complaintOutcome: ComplaintOutcome | undefined;
};

/** Conversations of a writer, the last ones first. */
export async function listConversationsFrom(db: Db, writer: Writer): Promise<ListedConversation[]> {
  const rows = await db
    .selectFrom("contact_messages as m")
    .leftJoin("complaints as c", "c.message_id", "m.id")
    .select(["m.id", "m.number", "m.subject", "m.created_at", "m.read_at", "m.answered_at", "m.done_at", "m.is_doubtful"])
    .select(["c.number as complaint_number", "c.outcome as complaint_outcome"])
    .select(sql<boolean>`m.started_by IS NOT NULL`.as("is_started_by_shop"))
    .select(
      sql<Date>`greatest(m.created_at, c.answered_at, (SELECT max(e.at) FROM conversation_entries e WHERE e.message_id = m.id))`.as(
        "last_at",
      ),
    )
    .where(isFrom(writer))
    .orderBy("last_at", "desc")
    .orderBy("m.id")
    .execute();
  return rows.map((row) => fromRow(row));
}

/** Messages from an address, of any owner. */
export async function listMessagesFrom(db: Db, email: string) {
  return messagesWithAnswers(db)
    .select("m.id")
    .where(sql<boolean>`lower(m.email) = ${email}`)
    .execute();
}

/** SELECT of messages with their conversations, internal notes included, and the answers to complaints. */
function messagesWithAnswers(db: Db) {
  return db
    .selectFrom("contact_messages as m")
    .leftJoin("complaints as c", "c.message_id", "m.id")
    .select(["m.name", "m.email", "m.subject", "m.message", "m.created_at"])
    .select(["c.number as complaint_number", "c.outcome as complaint_outcome", "c.answer as complaint_answer"])
    .select(sql<boolean>`m.started_by IS NOT NULL`.as("written_by_shop"))
    .select(
      sql<{ kind: string; subject: string | null; text: string; at: string }[]>`(
        SELECT coalesce(json_agg(json_build_object('kind', e.kind, 'name', e.name, 'email', e.email, 'subject', e.subject, 'text', e.text, 'at', e.at) ORDER BY e.at, e.id), '[]')
        FROM conversation_entries e WHERE e.message_id = m.id)`.as("conversation"),
    )
    .orderBy("m.created_at");
}

/** Deletes a person's messages until an instant. @returns the deleted ids */
export async function deleteMessagesFrom(tx: Tx, { until, ...writer }: Writer & { readonly until: Date }): Promise<string[]> {
  const rows = await tx
    .deleteFrom("contact_messages as m")
    .where(isFrom(writer))
    .where("m.created_at", "<=", until)
    .returning("m.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the messages of erased accounts. @returns the deleted ids */
export async function deleteMessagesOfErased(tx: Tx): Promise<string[]> {
  const rows = await tx
    .deleteFrom("contact_messages as m")
    .using("users as u")
    .whereRef("u.id", "=", "m.user_id")
    .where("u.erased_at", "is not", null)
    .returning("m.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes messages of conversations without a change since `olderThan`. @returns the deleted ids */
export async function deleteContactMessages(tx: Tx, olderThan: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom("contact_messages as m")
    .where("m.created_at", "<", olderThan)
    .where(
      sql<boolean>`coalesce(greatest(m.answered_at, m.reopened_at,
        (SELECT max(e.at) FROM conversation_entries e WHERE e.message_id = m.id)), m.created_at) < ${olderThan}`,
    )
    .returning("m.id")
    .execute();
  return rows.map(({ id }) => id);
}
