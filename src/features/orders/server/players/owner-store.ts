/** SQL conditions for a person's own rows, including those of people joined to the account. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** Condition for a `where`: the column holds the account's id, or that of a person joined to it. */
export function isOwn(column: string, userId: string) {
  return sql<boolean>`${sql.ref(column)} IN (SELECT id FROM users WHERE id = ${userId} OR joined_to = ${userId})`;
}

/** Whether the player has the order with this number. */
export async function hasOrderNumber(db: Db, userId: string, number: string): Promise<boolean> {
  const query = db.selectFrom("orders").select("id").where("order_number", "=", number).where(isOwn("user_id", userId));
  return (await query.executeTakeFirst()) !== undefined;
}
