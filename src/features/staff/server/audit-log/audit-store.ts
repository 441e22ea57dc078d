/** Queries of the audit log and its hash chain. */
import { sql } from "kysely";
import type { AuditRow } from "#features/access/server/admin-store.ts";
import { containsWords, matchesSearch } from "#features/accounts/server/search-people.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { pastedId } from "#shared/text/pasted.ts";

export type ChangeRow = Omit<AuditRow, "at"> & {
  readonly id: string;
  readonly at: Date;
  /** The entry's hash in the chain, in hex. Undefined breaks an invariant. */
  readonly hash: string | undefined;
};

/**
 * Undefined and empty fields do not filter. `people`: ids of actors. `subjects`: ids. `before`: entry id of
 * the previous page.
 */
export type ChangeFilter = {
  /** Undefined does not filter. */
  readonly people: readonly string[] | undefined;
  /** An action, or the first parts of action names. */
  readonly action: string | readonly string[];
  readonly subjects: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  readonly before: string;
  readonly limit: number;
};

/** Matching entries, newest first. */
export async function listChangeRows(db: Db, filter: ChangeFilter): Promise<ChangeRow[]> {
  let query = db
    .selectFrom("audit_log as a")
    .leftJoin("users as u", "u.id", "a.actor_id")
    .leftJoin("audit_chain as c", "c.audit_id", "a.id")
    .select(["a.id", "a.at", "a.actor_id", "a.actor", "a.action", "a.subject_type", "a.subject_id"])
    .select(["a.before", "a.after", "a.reason", "u.first_name", "u.last_name", "c.hash"]);
  if (filter.people) query = query.where(sql<boolean>`a.actor_id = ANY(${filter.people}::uuid[])`);
  if (typeof filter.action !== "string")
    query = query.where(sql<boolean>`split_part(a.action, '.', 1) = ANY(${filter.action}::text[])`);
  else if (filter.action) query = query.where("a.action", "=", filter.action);
  if (filter.subjects) query = query.where(sql<boolean>`a.subject_id = ANY(${filter.subjects}::text[])`);
  if (filter.from) query = query.where("a.at", ">=", filter.from);
  if (filter.until) query = query.where("a.at", "<", filter.until);
  if (filter.before) query = query.where(sql<boolean>`a.id < ${filter.before}::bigint`);
  const rows = await query.orderBy("a.id", "desc").limit(filter.limit).execute();
  return rows.map((row) => {
    const { firstName = "", lastName = "", hash, ...change } = fromRow(row);
    return { ...change, id: String(row.id), actor: `${firstName} ${lastName}`.trim() || row.actor, hash: hash?.toString("hex") };
  });
}

/** Entries per batch. */
const PIECE = 500;

/** All matching entries, newest first, in batches. */
export async function* streamChangeRows(db: Db, filter: Omit<ChangeFilter, "limit">): AsyncGenerator<ChangeRow[]> {
  for (let before = filter.before; ;) {
    const rows = await listChangeRows(db, { ...filter, before, limit: PIECE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < PIECE) return;
    before = last.id;
  }
}

/** The sequence number of the last entry in the chain, or "0". */
export async function findLastChange(db: Db): Promise<string> {
  const row = await db
    .selectFrom("audit_chain")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .executeTakeFirst();
  return String(row?.seq ?? 0);
}

/**
 * Subjects of a type in entries after a sequence number, in commit order: ids are assigned before the
 * commit.
 */
export async function listSubjectsSince(db: Db, kind: string, after: string): Promise<{ place: string; subject: string }[]> {
  const rows = await db
    .selectFrom("audit_chain as c")
    .innerJoin("audit_log as a", "a.id", "c.audit_id")
    .select(["c.seq", "a.subject_id"])
    .where("c.seq", ">", sql<never>`${after}::bigint`)
    .where("a.subject_type", "=", kind)
    .orderBy("c.seq")
    .execute();
  return rows.map((row) => ({ place: String(row.seq), subject: row.subject_id }));
}

/** All actions in the log. A loose index scan: one index lookup per action instead of a full scan. */
export async function listActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    WITH RECURSIVE known AS (
      (SELECT action FROM audit_log ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_log WHERE action > known.action ORDER BY action LIMIT 1) FROM known WHERE known.action IS NOT NULL
    ) SELECT action FROM known WHERE action IS NOT NULL`.execute(db);
  return rows.map(({ action }) => action);
}

/** Caps the matches of short search terms. */
const MOST = 1000;

/** Ids of accounts, except erased ones, that match a name, address, phone number or order number. */
export async function findPeopleIds(db: Db, typed: string): Promise<string[]> {
  const rows = await db.selectFrom("users as u").select("u.id").where(matchesSearch(typed)).limit(MOST).execute();
  return rows.map(({ id }) => id);
}

/**
 * Ids that a search for a subject means: an order by its number, else accounts with their orders, draws,
 * campaigns and messages.
 */
export async function findSubjectIds(db: Db, typed: string): Promise<string[]> {
  const order = readOrderNumber(typed);
  if (order !== undefined) {
    const rows = await db.selectFrom("orders").select("id").where("order_number", "=", order).execute();
    return rows.map(({ id }) => id);
  }
  const people = await findPeopleIds(db, typed);
  const draw = /^(?:[A-Z]{2,6}[-\s]*)?0*(\d{1,6})$/i.exec(pastedId(typed))?.[1] ?? null;
  const { rows } = await sql<{ id: string }>`
    (SELECT id::text FROM orders WHERE user_id = ANY(${people}::uuid[]) ORDER BY created_at DESC LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM lotteries
      WHERE ${containsWords(sql`plain(title || E'\n' || coalesce(title_fr, ''))`, typed)} OR short_number = ${draw}::integer LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM campaigns WHERE ${containsWords(sql`plain(subject)`, typed)} LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM contact_messages WHERE ${containsWords(sql`plain(name || E'\n' || email)`, typed)} LIMIT ${MOST})`.execute(
    db,
  );
  return [...people, ...rows.map(({ id }) => id)];
}

/** Adds the orders of these accounts, and proposals and alerts about any of the ids. */
export async function withRelatedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (SELECT unnest(${ids}::text[]) AS id
      UNION (SELECT id::text FROM orders WHERE user_id = ANY(${ids.filter(isUuid)}::uuid[]) ORDER BY created_at DESC LIMIT ${MOST}))
    SELECT id FROM wanted
    UNION SELECT p.id::text FROM proposals p JOIN wanted w ON w.id = p.subject_id::text
    UNION SELECT a.id::text FROM alerts a JOIN wanted w ON w.id = split_part(a.subject_id, ' ', 1)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Display name; `fr` only where it differs. */
export type SubjectName = { readonly en: string; readonly fr: string | undefined };
type Subject = { readonly subjectType: string; readonly subjectId: string };

/** Display names by id. Omits erased and unknown subjects. */
export async function listSubjectNames(db: Db, subjects: readonly Subject[]): Promise<ReadonlyMap<string, SubjectName>> {
  const ids = (type: string) => [
    ...new Set(subjects.flatMap(({ subjectType, subjectId }) => (subjectType === type && isUuid(subjectId) ? subjectId : []))),
  ];
  const { rows } = await sql<{ id: string; en: string; fr: string | null }>`
    SELECT id::text, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, '') AS en, NULL AS fr
      FROM users WHERE id = ANY(${ids("user")}::uuid[])
    UNION ALL SELECT id::text, order_number, NULL FROM orders WHERE id = ANY(${ids("order")}::uuid[])
    UNION ALL SELECT id::text, title, title_fr FROM lotteries WHERE id = ANY(${ids("lottery")}::uuid[])
    UNION ALL SELECT id::text, subject, NULL FROM campaigns WHERE id = ANY(${ids("campaign")}::uuid[])
    UNION ALL SELECT id::text, name, NULL FROM contact_messages WHERE id = ANY(${ids("message")}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, en, fr }) => (en === "" ? [] : [[id, { en, fr: fr ?? undefined }] as const])));
}
