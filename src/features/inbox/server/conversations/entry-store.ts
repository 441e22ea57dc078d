/** Table `conversation_entries`, and the columns of `contact_messages` that make a message a conversation. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { DB } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { EntryKind } from "../../rules/conversation.ts";

/**
 * `name`, `email`: of a message's sender; undefined if they are those of the first message. `author`: the
 * name of the member of staff. `mailState`: of the mail with an answer.
 */
export type Entry = {
  readonly id: string;
  readonly kind: EntryKind;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly subject: string | undefined;
  readonly text: string;
  readonly authorId: string | undefined;
  readonly author: string | undefined;
  readonly at: Date;
  readonly mailState: string | undefined;
};

/** The entries of a message, oldest first. */
export async function listEntryRows(db: Db | Tx, messageId: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom("conversation_entries as e")
    .leftJoin("users as u", "u.id", "e.author_id")
    .leftJoin("mails as l", (join) => join.on(sql`l.message`, "=", sql`'conversation:' || e.message_id || ':' || e.id`))
    .select(["e.id", "e.kind", "e.name", "e.email", "e.subject", "e.text", "e.author_id", "e.at", "l.state as mail_state"])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as("author"))
    .where("e.message_id", "=", messageId)
    .orderBy("e.at")
    .orderBy("e.id")
    .execute();
  return rows.map((row) => ({ ...fromRow(row), kind: row.kind as EntryKind }));
}

/** The state of a mail with this key. Undefined if there is none. */
export async function findMailState(db: Db, message: string): Promise<string | undefined> {
  const row = await db.selectFrom("mails").select("state").where("message", "=", message).executeTakeFirst();
  return row?.state;
}

type NewEntry = {
  readonly messageId: string;
  readonly kind: EntryKind;
  /** Name and address of the sender. */
  readonly from?: { readonly name: string; readonly email: string } | undefined;
  readonly subject?: string | undefined;
  readonly text: string;
  readonly authorId: string | undefined;
  readonly at: Date;
  readonly requestKey: string | undefined;
};

/** Stores an entry. @returns its id; undefined if an entry with that key exists */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<string | undefined> {
  const { messageId, kind, from, subject, text, authorId, at, requestKey } = entry;
  const row = await tx
    .insertInto("conversation_entries")
    .values({
      ...{ message_id: messageId, kind, subject: subject || null, text, author_id: authorId ?? null, at },
      ...{ name: from?.name ?? null, email: from?.email ?? null, request_key: requestKey ?? null },
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The entry that a request with this key has stored. */
export async function findEntryByKey(db: Db | Tx, requestKey: string) {
  const row = await db
    .selectFrom("conversation_entries")
    .select(["message_id", "subject", "text"])
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** How many messages and answers a conversation has besides its first message. */
export async function countWritten(tx: Tx, messageId: string): Promise<number> {
  const row = await tx
    .selectFrom("conversation_entries")
    .select((eb) => eb.fn.countAll<string>().as("entries"))
    .where("message_id", "=", messageId)
    .where("kind", "<>", "note")
    .executeTakeFirstOrThrow();
  return Number(row.entries);
}

/** The entry with this id, for its mail. */
export async function findEntry(db: Db, id: string) {
  const row = await db
    .selectFrom("conversation_entries")
    .select(["id", "name", "email", "subject", "text", "at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Whether all mails with answers since `since` were sent, or failed for good. */
export async function areAnswersSettled(tx: Tx, messageId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT e.id::text AS part, e.at FROM conversation_entries e WHERE e.message_id = ${messageId} AND e.kind = 'answer'
      UNION ALL SELECT 'start', m.created_at FROM contact_messages m WHERE m.id = ${messageId} AND m.started_by IS NOT NULL
    ) AS answer
    WHERE answer.at > ${since} AND NOT EXISTS (
      SELECT FROM mails l WHERE l.message = 'conversation:' || ${messageId} || ':' || answer.part AND l.state IN ('sent', 'failed'))
    LIMIT 1`.execute(tx);
  return rows.length === 0;
}

/** `userId`: the sender's account, if they are signed in. */
export type Sender = { readonly name: string; readonly email: string; readonly userId: string | undefined };

/**
 * Locks the conversation that a message of this sender continues: the one of the reference, else the newest
 * that is not closed. A conversation of an account has only messages of that account: anyone may type its
 * address, or the account another person's.
 */
export async function lockContinuedConversation(
  tx: Tx,
  { email, userId }: Sender,
  tag: number | undefined,
): Promise<string | undefined> {
  const conversations = tx.selectFrom("contact_messages as m").select("m.id").where("m.is_doubtful", "=", false);
  const own =
    userId === undefined
      ? conversations.where("m.user_id", "is", null).where(sql`lower(m.email)`, "=", email.toLowerCase())
      : conversations.where("m.user_id", "=", userId);
  return lockNewest(own, tag);
}

/**
 * Locks the conversation with an address that an e-mail continues: of an account that has confirmed the
 * address, or of a sender without an account who wrote from it.
 */
export async function lockConversationOfEmail(tx: Tx, email: string, tag: number | undefined): Promise<string | undefined> {
  const address = email.toLowerCase();
  const own = tx
    .selectFrom("contact_messages as m")
    .select("m.id")
    .where("m.is_doubtful", "=", false)
    .where(
      sql<boolean>`CASE WHEN m.user_id IS NULL
        THEN lower(m.email) = ${address} OR EXISTS (
          SELECT FROM conversation_entries e WHERE e.message_id = m.id AND lower(e.email) = ${address})
        ELSE EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.email = ${address} AND u.email_verified) END`,
    );
  return lockNewest(own, tag);
}

/** Locks the conversation of the reference, else the newest open one. */
async function lockNewest(
  conversations: SelectQueryBuilder<DB & { m: DB["contact_messages"] }, "m", { id: string }>,
  tag: number | undefined,
): Promise<string | undefined> {
  const row = await conversations
    .where((eb) => eb.or([eb("m.done_at", "is", null), ...(tag === undefined ? [] : [eb("m.number", "=", tag)])]))
    .orderBy((eb) => (tag === undefined ? eb.val(0) : eb("m.number", "=", tag)), "desc")
    .orderBy("m.created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Locks the conversation with this reference. */
export async function lockConversationOfTag(tx: Tx, tag: number): Promise<string | undefined> {
  const row = await tx.selectFrom("contact_messages").select("id").where("number", "=", tag).forUpdate().executeTakeFirst();
  return row?.id;
}

/** The newest address from which the player wrote: answers go there. */
export async function findReplyAddress(db: Db | Tx, messageId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("conversation_entries")
    .select("email")
    .where("message_id", "=", messageId)
    .where("email", "is not", null)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

/** The player wrote: the conversation is unread and open again. */
export async function reopenConversation(tx: Tx, messageId: string, at: Date): Promise<void> {
  await tx
    .updateTable("contact_messages")
    .set((eb) => ({
      read_at: null,
      answered_at: null,
      done_at: null,
      reopened_at: eb
        .case()
        .when(eb.or([eb("answered_at", "is not", null), eb("done_at", "is not", null)]))
        .then(at)
        .else(eb.ref("reopened_at"))
        .end(),
    }))
    .where("id", "=", messageId)
    .execute();
}

export async function setAssignee(tx: Tx, messageId: string, userId: string | null): Promise<void> {
  await tx.updateTable("contact_messages").set({ assigned_to: userId }).where("id", "=", messageId).execute();
}
