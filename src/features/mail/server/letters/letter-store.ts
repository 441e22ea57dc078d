/** Tables `letters` and `letter_recipients`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { LetterTopic } from "../../rules/letter.ts";

export type Letter = {
  readonly id: string;
  readonly lotteryId: string;
  readonly topic: LetterTopic;
  readonly subject: string;
  readonly text: string;
  readonly subjectFr: string | undefined;
  readonly textFr: string | undefined;
};

type NewLetter = Omit<Letter, "id"> & {
  readonly createdBy: string | undefined;
  readonly at: Date;
  readonly requestKey: string | undefined;
};

/** Stores a letter. @returns its id; undefined if a letter with that key exists */
export async function insertLetter(tx: Tx, letter: NewLetter): Promise<string | undefined> {
  const row = await tx
    .insertInto("letters")
    .values({
      ...{ lottery_id: letter.lotteryId, topic: letter.topic, subject: letter.subject, text: letter.text },
      ...{ subject_fr: letter.subjectFr ?? null, text_fr: letter.textFr ?? null },
      ...{ created_by: letter.createdBy ?? null, created_at: letter.at, request_key: letter.requestKey ?? null },
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Stores the recipients of a letter. */
export async function insertLetterRecipients(tx: Tx, letterId: string, userIds: readonly string[]): Promise<void> {
  await sql`INSERT INTO letter_recipients (letter_id, user_id) SELECT ${letterId}, unnest(${userIds}::uuid[])`.execute(tx);
}

/** Whether the tickets of participant `p` were still valid when draw `l` was cancelled. */
const HELD_AT_CANCELLATION = sql<boolean>`l.status = 'cancelled' AND EXISTS (
  SELECT FROM tickets t WHERE t.user_id = p.user_id AND t.lottery_id = p.lottery_id AND (t.void_at IS NULL OR t.void_at >= (
    SELECT coalesce(max(a.at), '-infinity') FROM audit_log a
    WHERE a.subject_type = 'lottery' AND a.subject_id = l.id::text AND a.action = 'lottery.cancel')))`;

/**
 * People with tickets in a draw: valid ones or, after it was cancelled, those they had until then. A person
 * whose entries were joined to an account counts as that account. `only`: limits them to these ids.
 */
export async function listTicketHolderIds(
  db: Db | Tx,
  lotteryId: string,
  only: readonly string[] | undefined,
): Promise<string[]> {
  if (only?.length === 0) return [];
  let query = db
    .selectFrom("participants as p")
    .innerJoin("lotteries as l", "l.id", "p.lottery_id")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select((eb) => eb.fn.coalesce("u.joined_to", "u.id").as("id"))
    .distinct()
    .where("p.lottery_id", "=", lotteryId)
    .where((eb) => eb.or([eb("p.tickets", ">", 0), HELD_AT_CANCELLATION]))
    .orderBy("id");
  if (only) query = query.where("p.user_id", "in", only);
  return (await query.execute()).map(({ id }) => id);
}

/** The letter with this id. */
export async function findLetter(db: Db, id: string): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("letters")
    .select(["id", "lottery_id", "topic", "subject", "text", "subject_fr", "text_fr"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...fromRow(row), topic: row.topic as LetterTopic };
}

/** The letter of an earlier request with this key, with its number of recipients. */
export async function findLetterByKey(db: Db, requestKey: string): Promise<{ id: string; recipients: number } | undefined> {
  const row = await db
    .selectFrom("letters as l")
    .select("l.id")
    .select(sql<string>`(SELECT count(*) FROM letter_recipients r WHERE r.letter_id = l.id)`.as("recipients"))
    .where("l.request_key", "=", requestKey)
    .executeTakeFirst();
  return row && { id: row.id, recipients: Number(row.recipients) };
}

export async function listLetterRecipients(db: Db, letterId: string): Promise<string[]> {
  const query = db.selectFrom("letter_recipients").select("user_id").where("letter_id", "=", letterId).orderBy("user_id");
  return (await query.execute()).map(({ user_id }) => user_id);
}

/** A sent letter with the progress of its mails. */
export type SentLetter = Pick<Letter, "id" | "topic" | "subject" | "text"> & {
  readonly createdAt: Date;
  readonly by: string | undefined;
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
};

function selectLetters(db: Db) {
  const mails = sql`(SELECT count(*) FROM letter_recipients r JOIN mails m ON m.user_id = r.user_id
    AND m.message = 'letter:' || r.letter_id || ':' || r.user_id WHERE r.letter_id = l.id AND m.state = `;
  return db
    .selectFrom("letters as l")
    .leftJoin("users as u", "u.id", "l.created_by")
    .select(["l.id", "l.topic", "l.subject", "l.text", "l.created_at"])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as("by"))
    .select(sql<string>`(SELECT count(*) FROM letter_recipients r WHERE r.letter_id = l.id)`.as("recipients"))
    .select(sql<string>`${mails}'sent')`.as("sent"))
    .select(sql<string>`${mails}'failed')`.as("failed"))
    .orderBy("l.created_at", "desc")
    .orderBy("l.id");
}
type LetterRow = Awaited<ReturnType<ReturnType<typeof selectLetters>["execute"]>>[number];
const toSent = (row: LetterRow): SentLetter => ({
  ...fromRow(row),
  topic: row.topic as LetterTopic,
  ...{ recipients: Number(row.recipients), sent: Number(row.sent), failed: Number(row.failed) },
});

/** The letters about a draw, newest first. */
export async function listLetterRows(db: Db, lotteryId: string): Promise<SentLetter[]> {
  return (await selectLetters(db).where("l.lottery_id", "=", lotteryId).execute()).map(toSent);
}

/** What staff have sent to a player: letters, and campaigns whose mail was tried. */
export type MailToPlayer = {
  readonly kind: "letter" | "campaign";
  readonly id: string;
  readonly subject: string;
  readonly lotteryId: string | undefined;
  readonly at: Date;
  readonly state: string;
};

export async function listMailsToPlayer(db: Db, userId: string): Promise<MailToPlayer[]> {
  const { rows } = await sql<
    Record<"id" | "subject" | "state", string> & { kind: MailToPlayer["kind"]; lottery_id: string | null; at: Date }
  >`
    SELECT 'letter' AS kind, l.id, l.subject, l.lottery_id, l.created_at AS at, coalesce(m.state, 'queued') AS state
      FROM letter_recipients r JOIN letters l ON l.id = r.letter_id
      LEFT JOIN mails m ON m.user_id = r.user_id AND m.message = 'letter:' || r.letter_id || ':' || r.user_id
      WHERE r.user_id = ${userId}
    UNION ALL
    SELECT 'campaign', c.id, c.subject, c.lottery_id, coalesce(m.sent_at, m.created_at), m.state
      FROM mails m JOIN campaigns c ON c.id = m.campaign_id WHERE m.user_id = ${userId} AND m.state IN ('sent', 'sending', 'unknown', 'failed')
    ORDER BY at DESC, id`.execute(db);
  return rows.map(fromRow);
}

/** The letters to a player, for the data export. */
export async function listLettersTo(db: Db, userId: string) {
  return db
    .selectFrom("letter_recipients as r")
    .innerJoin("letters as l", "l.id", "r.letter_id")
    .select(["l.subject", "l.text", "l.subject_fr", "l.text_fr", "l.created_at"])
    .where("r.user_id", "=", userId)
    .orderBy("l.created_at")
    .execute();
}

/** Deletes old letters with their recipients. */
export async function deleteLetters(db: Db, olderThan: Date): Promise<void> {
  await db.deleteFrom("letters").where("created_at", "<", olderThan).execute();
}
