import { sql } from "kysely";
import type { Found } from "#features/settings/rules/going-live.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Replaces the link of an earlier start. */
export async function writeOwnerLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto("owner_links")
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("is_one").doUpdateSet({ id, expires_at: expiresAt }))
    .execute();
}

export async function isOwnerLink(db: Db, id: string, at: Date): Promise<boolean> {
  const query = db.selectFrom("owner_links").select("id").where("id", "=", id).where("expires_at", ">", at);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Exactly one of concurrent callers gets true. */
export async function takeOwnerLink(tx: Tx, id: string, at: Date): Promise<boolean> {
  const query = tx.deleteFrom("owner_links").where("id", "=", id).where("expires_at", ">", at).returning("id");
  return (await query.executeTakeFirst()) !== undefined;
}

/** Locks the table: there may be no row to lock yet. */
export async function lockStaff(tx: Tx): Promise<void> {
  await sql`LOCK TABLE admin_user IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

export async function hasStaff(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom("admin_user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export type StoredCheck = Found & { readonly id: string; readonly lookedAt: Date };

export async function writeCheck(db: Db | Tx, { id, state, says, facts = {}, lookedAt }: StoredCheck): Promise<void> {
  const found = { state, says, facts: JSON.stringify(facts), looked_at: lookedAt };
  await db
    .insertInto("shop_checks")
    .values({ id, ...found })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(found))
    .execute();
}

export async function listChecks({ db }: { readonly db: Db }): Promise<StoredCheck[]> {
  const rows = await db.selectFrom("shop_checks").selectAll().execute();
  return rows.map(({ id, state, says, facts, looked_at: lookedAt }) => ({
    ...{ id, state: state as Found["state"], says, lookedAt },
    facts: facts as Readonly<Record<string, string>>,
  }));
}

export async function countOwners({ db }: { readonly db: Db }): Promise<{ readonly all: number; readonly proven: number }> {
  const { rows } = await sql<{ all: number; proven: number }>`
    SELECT count(*)::int AS all,
      count(*) FILTER (WHERE u.two_factor_enabled OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))::int AS proven
    FROM admin_user a JOIN users u ON u.id = a.id WHERE a.role = 'owner'`.execute(db);
  return rows[0] ?? { all: 0, proven: 0 };
}
