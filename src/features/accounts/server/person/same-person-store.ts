/** Queries that find accounts of the same person, to apply self-exclusions to all of them. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";
import type { Identity } from "../../rules/person/same-person.ts";

/**
 * Serialises new exclusions (`begin`, exclusive) with accounts that existing ones apply to (`apply`,
 * shared). Lock it before limits.
 */
export async function lockExclusions(tx: Tx, part: "begin" | "apply"): Promise<void> {
  const lock = sql.raw(part === "begin" ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
  await sql`SELECT ${lock}(hashtextextended('exclusions', 0))`.execute(tx);
}

export type NamedPerson = Identity & { readonly id: string };

/** Self-excluded people with one of these birth dates, and the ends of their exclusions. */
export async function listExcludedBornOn(
  tx: Db | Tx,
  days: readonly Day[],
  now: Date,
): Promise<(NamedPerson & { readonly until: Date })[]> {
  const rows = await tx
    .selectFrom("player_limits as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select(["u.id", "u.first_name", "u.last_name", "u.birth_date", "l.excluded_until"])
    .where("l.excluded_until", ">", now)
    .where("u.birth_date", "in", [...days])
    .execute();
  return rows.map(({ excluded_until, birth_date, ...row }) => ({
    ...fromRow(row),
    birthDate: birth_date,
    until: excluded_until ?? now,
  }));
}

/** All people with this birth date. */
export async function listAllBornOn(tx: Tx, day: Day): Promise<NamedPerson[]> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", "first_name", "last_name"])
    .where("birth_date", "=", day)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...fromRow(row), birthDate: day }));
}

/**
 * Excludes an account because another one of the same person is excluded. The later end wins. Skips
 * exclusions that staff have attributed to another person.
 */
export async function saveMatch(tx: Tx, userId: string, until: Date): Promise<void> {
  await sql`
    INSERT INTO player_limits AS l (user_id, matched_until) VALUES (${userId}, ${until})
    ON CONFLICT (user_id) DO UPDATE SET matched_until = greatest(l.matched_until, EXCLUDED.matched_until)
    WHERE coalesce(l.match_cleared_until, '-infinity') < EXCLUDED.matched_until
      AND coalesce(l.excluded_until, '-infinity') < EXCLUDED.matched_until`.execute(tx);
}

/** Ends such an exclusion, and ignores others that end by `upTo`. */
export async function clearMatch(tx: Tx, userId: string, upTo: Date): Promise<Date | undefined> {
  const row = await tx
    .selectFrom("player_limits")
    .select("matched_until")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await sql`
    INSERT INTO player_limits AS l (user_id, match_cleared_until) VALUES (${userId}, ${upTo})
    ON CONFLICT (user_id) DO UPDATE SET matched_until = NULL,
      match_cleared_until = greatest(l.match_cleared_until, l.matched_until, EXCLUDED.match_cleared_until)`.execute(tx);
  return row?.matched_until ?? undefined;
}

type PersonRow = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  birth_date: Day | null;
};
export type PairRow = {
  readonly excluded: FromRow<PersonRow> & { readonly until: Date };
  readonly other: FromRow<PersonRow> & { readonly matchedUntil: Date | undefined };
};
/** Only the exclusions that last longest are compared. */
const MOST_EXCLUDED = 500;
const MOST_PAIRS = 2_000;

/** Pairs of an excluded account and another that shares birth date (± 1 day), phone number or mailbox. */
export async function listPairRows(db: Db, now: Date): Promise<PairRow[]> {
  const mailbox = (column: string) =>
    sql`replace(regexp_replace(split_part(${sql.ref(column)}, '@', 1), '(.)\\+.*$', '\\1'), '.', '') || '@' || split_part(${sql.ref(column)}, '@', 2)`;
  const { rows } = await sql<
    { [column in keyof PersonRow as `e_${column}`]: PersonRow[column] } & {
      [column in keyof PersonRow as `p_${column}`]: PersonRow[column];
    } & {
      until: Date;
      matched_until: Date | null;
    }
  >`
    WITH excluded AS MATERIALIZED (
      SELECT u.id, u.first_name, u.last_name, u.email, u.phone, u.birth_date, l.excluded_until
      FROM player_limits l JOIN users u ON u.id = l.user_id
      WHERE l.excluded_until > ${now} AND u.erased_at IS NULL ORDER BY l.excluded_until DESC, u.id LIMIT ${MOST_EXCLUDED}),
    days AS (SELECT e.id, e.birth_date + apart AS birth_date FROM excluded e CROSS JOIN generate_series(-1, 1) AS apart),
    pairs AS (
      SELECT d.id AS excluded_id, u.id AS other_id FROM days d JOIN users u ON u.birth_date = d.birth_date
      UNION SELECT e.id, u.id FROM excluded e JOIN users u ON u.phone = e.phone WHERE e.phone <> ''
      UNION SELECT e.id, u.id FROM excluded e JOIN users u ON ${mailbox("u.email")} = ${mailbox("e.email")} WHERE e.email IS NOT NULL)
    SELECT e.id AS e_id, e.first_name AS e_first_name, e.last_name AS e_last_name, e.email AS e_email, e.phone AS e_phone, e.birth_date AS e_birth_date,
      p.id AS p_id, p.first_name AS p_first_name, p.last_name AS p_last_name, coalesce(p.email, p.contact_email) AS p_email, p.phone AS p_phone,
      p.birth_date AS p_birth_date, e.excluded_until AS until, l.matched_until
    FROM pairs JOIN excluded e ON e.id = pairs.excluded_id JOIN users p ON p.id = pairs.other_id LEFT JOIN player_limits l ON l.user_id = p.id
    WHERE p.id <> e.id AND p.erased_at IS NULL AND p.joined_to IS DISTINCT FROM e.id
      AND coalesce(l.excluded_until, '-infinity') <= ${now} AND coalesce(l.match_cleared_until, '-infinity') < e.excluded_until
    ORDER BY p.created_at DESC, p.id LIMIT ${MOST_PAIRS}`.execute(db);
  return rows.map((row) => ({
    excluded: {
      ...fromRow({
        id: row.e_id,
        first_name: row.e_first_name,
        last_name: row.e_last_name,
        email: row.e_email,
        phone: row.e_phone,
        birth_date: row.e_birth_date,
      }),
      until: row.until,
    },
    other: {
      ...fromRow({
        id: row.p_id,
        first_name: row.p_first_name,
        last_name: row.p_last_name,
        email: row.p_email,
        phone: row.p_phone,
        birth_date: row.p_birth_date,
      }),
      matchedUntil: row.matched_until ?? undefined,
    },
  }));
}

/** Accounts matched by an exclusion, including those whose excluded counterpart is gone or renamed. */
export async function listMatchedRows(db: Db, now: Date) {
  const rows = await db
    .selectFrom("player_limits as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "l.matched_until"])
    .where("l.matched_until", ">", now)
    .where("u.erased_at", "is", null)
    .orderBy("l.matched_until", "desc")
    .orderBy("u.id")
    .limit(MOST_EXCLUDED)
    .execute();
  return rows.map(fromRow);
}
