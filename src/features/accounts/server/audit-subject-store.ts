/** SQL of whom and what lines of the log are about: found by what people type, and called by a name that people know. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/order-number.ts";
import { containsPlain, isSought } from "./search-people.ts";

/** Whoever types so little that more fit has to type more. */
const MOST = 1000;

/** The ids of accounts, erased ones excepted, whose name, address, telephone number or order was typed. */
export async function findPeopleIds(db: Db, typed: string): Promise<string[]> {
  const rows = await db.selectFrom("users as u").select("u.id").where(isSought("u", typed)).limit(MOST).execute();
  return rows.map(({ id }) => id);
}

/** The ids of accounts with their orders and messages, of draws by title or short number, of an order by its number. */
export async function findSubjectIds(db: Db, typed: string): Promise<string[]> {
  const order = readOrderNumber(typed);
  if (order !== undefined) {
    const rows = await db.selectFrom("orders").select("id").where("order_number", "=", order).execute();
    return rows.map(({ id }) => id);
  }
  const people = await findPeopleIds(db, typed);
  const draw = /^(?:[A-Z]{2,6}[-\s]*)?0*(\d{1,6})$/i.exec(typed)?.[1] ?? null;
  const { rows } = await sql<{ id: string }>`
    (SELECT id::text FROM orders WHERE user_id = ANY(${people}::uuid[]) ORDER BY created_at DESC LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM lotteries
      WHERE ${containsPlain(sql`plain(title || E'\n' || coalesce(title_fr, ''))`, typed)} OR short_number = ${draw}::integer LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM campaigns WHERE ${containsPlain(sql`plain(subject)`, typed)} LIMIT ${MOST})
    UNION ALL (SELECT id::text FROM contact_messages WHERE ${containsPlain(sql`plain(name || E'\n' || email)`, typed)} LIMIT ${MOST})`.execute(
    db,
  );
  return [...people, ...rows.map(({ id }) => id)];
}

/** Those ids, and besides: a person's orders, and the proposals and alerts about any of them. */
export async function withRelatedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (SELECT unnest(${ids}::text[]) AS id
      UNION (SELECT id::text FROM orders WHERE user_id = ANY(${ids.filter(isUuid)}::uuid[]) ORDER BY created_at DESC LIMIT ${MOST}))
    SELECT id FROM wanted
    UNION SELECT p.id::text FROM proposals p JOIN wanted w ON w.id = p.subject_id::text
    UNION SELECT a.id::text FROM alerts a JOIN wanted w ON w.id = a.subject_id::text`.execute(db);
  return rows.map(({ id }) => id);
}

/** What a subject is called; a draw in both languages. */
export type SubjectName = { readonly en: string; readonly fr: string | undefined };
type Subject = { readonly subjectType: string; readonly subjectId: string };

/** By id, of those that are still there and have a name. */
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
