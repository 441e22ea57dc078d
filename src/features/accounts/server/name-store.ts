/** SQL of naming people in public. */
import type { Db } from "#platform/postgres/db.server.ts";
import { camelRow } from "#shared/camel-row.ts";
import type { Person } from "../rules/public-name.ts";

export async function listPeople(db: Db, ids: readonly string[]): Promise<(Person & { readonly id: string })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "county"])
    .select(["full_name_public as is_full_name_public", "name_hidden as is_name_hidden"])
    .where("id", "in", ids)
    .execute();
  return rows.map(camelRow);
}
