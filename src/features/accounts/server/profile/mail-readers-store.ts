/** Queries of who may get marketing mail, with the reason why not. */
import { type SqlBool, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import type { MailRefusal, MailTopic } from "../../rules/mail-refusal.ts";
import { containsPlain, containsWords, matchesSearch } from "../search-people.ts";

/** `now` decides on pauses and self-exclusions. Without `topic`, refused topics are not considered. */
export type ReaderQuery = { readonly now: Date; readonly topic?: MailTopic | undefined };

/** A person. `refusal`: why they get no mail; undefined if they may. */
export type MailReader = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly refusal: MailRefusal | undefined;
};

/**
 * SQL expression: the first reason why the user `u` gets no mail, null for none. A newer consent lifts a
 * suppression, but not a complaint.
 */
function refusal({ now, topic }: ReaderQuery) {
  return sql<MailRefusal | null>`CASE
    WHEN u.email IS NULL THEN 'gone'
    WHEN EXISTS (SELECT FROM player_limits l WHERE l.user_id = u.id AND greatest(l.paused_until, l.excluded_until, l.matched_until) > ${now}) THEN 'resting'
    WHEN NOT u.marketing_opt_in THEN 'noConsent'
    WHEN NOT u.email_verified THEN 'notVerified'
    WHEN EXISTS (
      SELECT FROM mail_suppressions s WHERE s.email_hash = sha256(convert_to(u.email, 'UTF8')) AND (s.reason = 'complained'
        OR NOT EXISTS (SELECT FROM consents c WHERE c.user_id = u.id AND c.kind = 'marketing' AND c.given AND c.at > s.at))
    ) THEN 'suppressed'
    WHEN EXISTS (SELECT FROM mail_refused_topics t WHERE t.user_id = u.id AND t.topic = ${topic ?? ""}) THEN 'topicRefused'
  END`;
}

/** `q`: search text. Without `seesPeople`, only fields that the list shows are searched. */
export type ReaderSearch = ReaderQuery & { readonly q: string; readonly seesPeople: boolean };

/** SQL condition: whether the user `u` matches the search. */
function matchesQuery({ q, seesPeople, ...query }: ReaderSearch) {
  if (seesPeople || q === "") return matchesSearch(q);
  const [name, address] = [sql`split_part(u.search_text, E'\n', 1)`, sql`split_part(u.search_text, E'\n', 2)`];
  return sql<SqlBool>`(${containsWords(name, q)} OR (${containsPlain(address, q)} AND ${refusal(query)} IS NULL))`;
}

/** SELECT of users with their refusals. */
function readers(db: Db | Tx, query: ReaderQuery) {
  return db
    .selectFrom("users as u")
    .select(["u.id", "u.email", "u.first_name", "u.last_name"])
    .select(refusal(query).as("refusal"));
}
type Row = Awaited<ReturnType<ReturnType<typeof readers>["executeTakeFirstOrThrow"]>>;

function toReader(row: Row): MailReader {
  return { ...fromRow(row), email: row.email ?? "" };
}

/** Omits unknown ids. Erased people are included with a refusal. */
export async function listReadersById(db: Db | Tx, ids: readonly string[], query: ReaderQuery): Promise<MailReader[]> {
  const rows = await readers(db, query)
    .where(sql<SqlBool>`u.id = ANY(${ids}::uuid[])`)
    .execute();
  return rows.map(toReader);
}

/** The next people by id, after `after`, who match the search and may get mail. */
export async function listReachable(
  db: Db | Tx,
  wanted: ReaderSearch & { readonly after: string; readonly limit: number },
): Promise<MailReader[]> {
  const rows = await readers(db, wanted)
    .where("u.id", ">", wanted.after)
    .where(matchesQuery(wanted))
    .where(refusal(wanted), "is", null)
    .orderBy("u.id")
    .limit(wanted.limit)
    .execute();
  return rows.map(toReader);
}

/** People with an address who match the search, newest first. */
export async function listReaderPage(
  db: Db,
  wanted: ReaderSearch & { readonly limit: number; readonly offset: number },
): Promise<MailReader[]> {
  const rows = await readers(db, wanted)
    .where("u.email", "is not", null)
    .where(matchesQuery(wanted))
    .orderBy("u.created_at", "desc")
    .orderBy("u.id")
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute();
  return rows.map(toReader);
}

/** `found`: people who match. `reachable`: those of them who may get mail. */
export async function countReaders(
  db: Db | Tx,
  wanted: ReaderSearch,
): Promise<{ readonly found: number; readonly reachable: number }> {
  const row = await db
    .selectFrom("users as u")
    .select((eb) => eb.fn.countAll<string>().as("found"))
    .select(sql<string>`count(*) FILTER (WHERE ${refusal(wanted)} IS NULL)`.as("reachable"))
    .where("u.email", "is not", null)
    .where(matchesQuery(wanted))
    .executeTakeFirstOrThrow();
  return { found: Number(row.found), reachable: Number(row.reachable) };
}

/** How many accounts have an address. */
export async function countAddresses(db: Db): Promise<number> {
  return countRows(db.selectFrom("users").where("email", "is not", null));
}

/** Topics that the person does not want. */
export async function listRefusedTopics(db: Db, userId: string): Promise<MailTopic[]> {
  const rows = await db
    .selectFrom("mail_refused_topics")
    .select("topic")
    .where("user_id", "=", userId)
    .orderBy("topic")
    .execute();
  return rows.map(({ topic }) => topic);
}

/** Replaces the topics that the person does not want. */
export async function saveRefusedTopics(tx: Tx, userId: string, topics: readonly MailTopic[], at: Date): Promise<void> {
  await tx.deleteFrom("mail_refused_topics").where("user_id", "=", userId).execute();
  if (topics.length === 0) return;
  await tx
    .insertInto("mail_refused_topics")
    .values(topics.map((topic) => ({ user_id: userId, topic, at })))
    .execute();
}

/** Stores a bounce or complaint by the hash of the address. A complaint is never replaced. */
export async function insertSuppression(db: Db, email: string, reason: "bounced" | "complained", at: Date): Promise<void> {
  await sql`
    INSERT INTO mail_suppressions (email_hash, reason, at) VALUES (sha256(convert_to(lower(${email}), 'UTF8')), ${reason}, ${at})
    ON CONFLICT (email_hash) DO UPDATE SET reason = EXCLUDED.reason, at = EXCLUDED.at WHERE mail_suppressions.reason <> 'complained'`.execute(
    db,
  );
}
