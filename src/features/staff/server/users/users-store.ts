import { sql } from "kysely";
import { matchesSearch } from "#features/accounts/server/search-people.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates/dates.ts";
import { fromRow } from "#shared/from-row.ts";

export type UserSort = "name" | "birthDate" | "joined";
export type UserRow = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly birthDate: Day | undefined;
  readonly createdAt: Date;
  readonly isAdmin: boolean;
  readonly hasSecondFactor: boolean;
};
export type UsersFilter = {
  readonly q: string;
  readonly sort: UserSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

export async function listUserRows(db: Db, wanted: UsersFilter): Promise<UserRow[]> {
  const direction = wanted.descending ? "desc" : "asc";
  let query = db
    .selectFrom("users as u")
    .select(["u.id", "u.first_name", "u.last_name", "u.phone", "u.birth_date", "u.created_at"])
    .select((eb) =>
      eb
        .or([
          eb("u.two_factor_enabled", "=", true),
          eb.exists(eb.selectFrom("passkeys as p").select("p.id").whereRef("p.user_id", "=", "u.id")),
        ])
        .as("has_second_factor"),
    )
    .select((eb) => eb.fn.coalesce("u.email", "u.contact_email").as("email"))
    .select((eb) => eb.exists(eb.selectFrom("admin_user as a").select("a.id").whereRef("a.id", "=", "u.id")).as("is_admin"))
    .where("u.erased_at", "is", null)
    .where(matchesSearch(wanted.q));
  if (wanted.sort === "name") query = query.orderBy("u.first_name", direction).orderBy("u.last_name", direction);
  if (wanted.sort === "birthDate") query = query.orderBy("u.birth_date", direction);
  if (wanted.sort === "joined") query = query.orderBy("u.created_at", direction);
  const rows = await query.orderBy("u.id").limit(wanted.limit).offset(wanted.offset).execute();
  return rows.map((row) => ({
    ...fromRow(row),
    email: row.email ?? "",
    isAdmin: Boolean(row.is_admin),
    hasSecondFactor: Boolean(row.has_second_factor),
  }));
}

export async function countUserRows(db: Db, wanted: { readonly q?: string; readonly since?: Date } = {}): Promise<number> {
  const users = db
    .selectFrom("users as u")
    .where("u.erased_at", "is", null)
    .where(matchesSearch(wanted.q ?? ""));
  return countRows(wanted.since ? users.where("u.created_at", ">=", wanted.since) : users);
}

/** New accounts by day in London, oldest first. Days without any are omitted. */
export async function countUsersByDay(db: Db, since: Date): Promise<{ day: Day; users: number }[]> {
  const { rows } = await sql<{ day: Day; users: string }>`
    SELECT to_char(timezone('Europe/London', created_at), 'YYYY-MM-DD') AS day, count(*) AS users
    FROM users WHERE erased_at IS NULL AND created_at >= ${since} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map(({ day, users }) => ({ day, users: Number(users) }));
}
