/** SQL of naming people in public. */
import type { Db } from "#platform/postgres/db.server.ts";
import type { Person } from "../rules/public-name.ts";

export async function listPeople(db: Db, ids: readonly string[]): Promise<(Person & { readonly id: string })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "county", "full_name_public", "name_hidden"])
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    county: row.county ?? undefined,
    isFullNamePublic: row.full_name_public,
    isNameHidden: row.name_hidden,
  }));
}
