import { sql } from "kysely";
import type { Role } from "#features/access/rules/rights.ts";
import type { Db } from "#platform/postgres/db.server.ts";

/** Names of staff with one of these roles, in alphabetical order. Without a name: the address. */
export async function listAssigneeRows(db: Db, roles: readonly Role[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select("u.id")
    .select(sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '')`.as("name"))
    .where("a.role", "in", roles)
    .orderBy("name")
    .orderBy("u.id")
    .execute();
}
