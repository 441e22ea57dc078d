/** SQL of reading the log. Pages go by id, so that the last is as quick as the first. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { camelRow } from "#shared/camel-row.ts";

export type ChangeRow = {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | undefined;
  /** The administrator's name as it is today, or what acted ("command line"). */
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | undefined;
  /** Its link of the chain, in hex; undefined where an entry has none, which breaks a promise. */
  readonly hash: string | undefined;
};

export type ChangeFilter = {
  /** One of these ids each; undefined for anybody, and anything. */
  readonly people: readonly string[] | undefined;
  /** One by its name, or all whose names begin with one of these parts. */
  readonly action: string | readonly string[];
  readonly subjects: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  readonly before: string;
  readonly limit: number;
};

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
    const { firstName = "", lastName = "", hash, ...change } = camelRow(row);
    return { ...change, id: String(row.id), actor: `${firstName} ${lastName}`.trim() || row.actor, hash: hash?.toString("hex") };
  });
}

/** All that match, newest first, some hundred at a time; each piece begins where the last one ended. */
export async function* streamChangeRows(db: Db, filter: Omit<ChangeFilter, "limit">, piece = 500): AsyncGenerator<ChangeRow[]> {
  for (let before = filter.before; ; ) {
    const rows = await listChangeRows(db, { ...filter, before, limit: piece });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < piece) return;
    before = last.id;
  }
}

/** The id of the last entry; "0" where there is none. */
export async function findLastChange(db: Db): Promise<string> {
  const row = await db
    .selectFrom("audit_log")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  return String(row?.id ?? 0);
}

/** What was changed of one kind after that entry, in the order of the log. */
export async function listSubjectsSince(db: Db, kind: string, after: string): Promise<{ id: string; subject: string }[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select(["id", "subject_id"])
    .where("id", ">", sql<never>`${after}::bigint`)
    .where("subject_type", "=", kind)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: String(row.id), subject: row.subject_id }));
}

/** One step through the index for each action, and not a look at every row. */
export async function listActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    WITH RECURSIVE known AS (
      (SELECT action FROM audit_log ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_log WHERE action > known.action ORDER BY action LIMIT 1) FROM known WHERE known.action IS NOT NULL
    ) SELECT action FROM known WHERE action IS NOT NULL`.execute(db);
  return rows.map(({ action }) => action);
}
