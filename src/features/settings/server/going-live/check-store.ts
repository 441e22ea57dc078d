/** Table `shop_checks`: the last result of each check. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Found } from "../../rules/going-live.ts";

export type StoredCheck = Found & { readonly id: string; readonly lookedAt: Date };

/** Replaces the result of a check. */
export async function writeCheck(db: Db | Tx, { id, state, says, facts = {}, lookedAt }: StoredCheck): Promise<void> {
  const found = { state, says, facts: JSON.stringify(facts), looked_at: lookedAt };
  await db
    .insertInto("shop_checks")
    .values({ id, ...found })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(found))
    .execute();
}

/** All stored results. */
export async function listChecks({ db }: { readonly db: Db }): Promise<StoredCheck[]> {
  const rows = await db.selectFrom("shop_checks").selectAll().execute();
  return rows.map(({ id, state, says, facts, looked_at: lookedAt }) => ({
    ...{ id, state: state as Found["state"], says, lookedAt },
    facts: facts as Readonly<Record<string, string>>,
  }));
}

/** Owners, and those with a second factor or a passkey (`proven`). */
export async function countOwners({ db }: { readonly db: Db }): Promise<{ readonly all: number; readonly proven: number }> {
  const { rows } = await sql<{ all: number; proven: number }>`
    SELECT count(*)::int AS all,
      count(*) FILTER (WHERE u.two_factor_enabled OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))::int AS proven
    FROM admin_user a JOIN users u ON u.id = a.id WHERE a.role = 'owner'`.execute(db);
  return rows[0] ?? { all: 0, proven: 0 };
}
