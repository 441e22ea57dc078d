/** Table `owner_links`: at most one link by which the first owner claims a new shop. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Stores the link in place of an earlier one. */
export async function writeOwnerLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto("owner_links")
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("is_one").doUpdateSet({ id, expires_at: expiresAt }))
    .execute();
}

/** Whether the link is stored and valid. */
export async function isOwnerLink(db: Db, id: string, at: Date): Promise<boolean> {
  const query = db.selectFrom("owner_links").select("id").where("id", "=", id).where("expires_at", ">", at);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Uses the link up. Exactly one of concurrent callers gets true. */
export async function takeOwnerLink(tx: Tx, id: string, at: Date): Promise<boolean> {
  const query = tx.deleteFrom("owner_links").where("id", "=", id).where("expires_at", ">", at).returning("id");
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Lets one claim at a time check whether there is staff. Locks the table: there may be no row to lock yet.
 */
export async function lockStaff(tx: Tx): Promise<void> {
  await sql`LOCK TABLE admin_user IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Whether there is any staff. */
export async function hasStaff(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom("admin_user").select("id").limit(1).executeTakeFirst()) !== undefined;
}
