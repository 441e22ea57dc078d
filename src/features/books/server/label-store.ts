/** SQL of what the operator's accounting software calls the accounts. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Labels, OWN_LABELS } from "../rules/chart.ts";

/** The newest, or the shop's own. */
export async function findLabels(db: Db | Tx): Promise<Labels & { readonly version: number }> {
  const row = await db
    .selectFrom("account_charts")
    .select(["version", "accounts", "untaxed"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return { ...OWN_LABELS, version: 0 };
  // An account that came to the journal since then has its own label.
  const accounts = { ...OWN_LABELS.accounts, ...(row.accounts as Partial<Labels["accounts"]>) };
  return { version: row.version, accounts, untaxed: row.untaxed };
}

/** @returns false where somebody else has saved this version meanwhile */
export async function insertLabels(
  tx: Tx,
  {
    version,
    accounts,
    untaxed,
    at,
    by,
  }: Labels & { readonly version: number; readonly at: Date; readonly by: string | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("account_charts")
    .values({ version, accounts: JSON.stringify(accounts), untaxed, set_at: at, set_by: by ?? null })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
