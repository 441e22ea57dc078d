/** Queries of the list of users in the back office. */
import { sql } from "kysely";
import { matchesSearch } from "#features/accounts/server/search-people.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates/dates.ts";
import { fromRow } from "#shared/from-row.ts";

export type UserSort = "name" | "birthDate" | "joined";
/**
 * An account. `email`: its address, or the contact on a postal card; empty without either. `isAdmin`: of the
 * staff. `hasSecondFactor`: an authenticator app or a passkey.
 */
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
/** `q`: words of a name, address or phone number. `limit`, `offset`: the page. */
export type UsersFilter = {
  readonly q: string;
  readonly sort: UserSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** A page of the accounts that match the search; erased ones are left out. */
export async function listUserRows(db: Db, filter: UsersFilter): Promise<UserRow[]> {
  const direction = filter.descending ? "desc" : "asc";
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
    .where(matchesSearch(filter.q));
  if (filter.sort === "name") query = query.orderBy("u.first_name", direction).orderBy("u.last_name", direction);
  if (filter.sort === "birthDate") query = query.orderBy("u.birth_date", direction);
  if (filter.sort === "joined") query = query.orderBy("u.created_at", direction);
  const rows = await query.orderBy("u.id").limit(filter.limit).offset(filter.offset).execute();
  return rows.map((row) => ({
    ...fromRow(row),
    email: row.email ?? "",
    isAdmin: Boolean(row.is_admin),
    hasSecondFactor: Boolean(row.has_second_factor),
  }));
}

/** The number of accounts that match the search (`q`) and were opened since an instant (`since`). */
export async function countUserRows(db: Db, filter: { readonly q?: string; readonly since?: Date } = {}): Promise<number> {
  const users = db
    .selectFrom("users as u")
    .where("u.erased_at", "is", null)
    .where(matchesSearch(filter.q ?? ""));
  return countRows(filter.since ? users.where("u.created_at", ">=", filter.since) : users);
}

/** New accounts by day in London, oldest first. Days without any are omitted. */
export async function countUsersByDay(db: Db, since: Date): Promise<{ day: Day; users: number }[]> {
  const { rows } = await sql<{ day: Day; users: string }>`
    SELECT to_char(timezone('Europe/London', created_at), 'YYYY-MM-DD') AS day, count(*) AS users
    FROM users WHERE erased_at IS NULL AND created_at >= ${since} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map(({ day, users }) => ({ day, users: Number(users) }));
}
