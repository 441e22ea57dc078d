/** What a player has spent in a calendar month. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { BOUGHT_STATES, HOLDING_STATES } from "#shared/states.ts";
import type { Spending } from "../../rules/checkout/spending.ts";

/** Orders created from `from` until before `to`, without the order `except`. */
type Month = { readonly from: Date; readonly to: Date; readonly except?: string };

const isHeld = sql`state IN ('reserved', 'awaiting_payment')`;
/**
 * Paid by credit card, or chosen for capture: so the second of two concurrent authorisations counts the
 * first.
 */
const byCredit = sql`coalesce(sum(total_pence - refunded_pence - returning_pence) FILTER (
      WHERE card_funding = 'credit' AND (state = 'paid' OR ${isHeld} AND capturing IS NOT NULL)), 0)::bigint`;

/** SQL: paid and held orders of a player in a month. */
function ordersOf(userId: string, { from, to, except }: Month): RawBuilder<unknown> {
  return sql`orders WHERE user_id = ${userId} AND kind = 'paid' AND (${isHeld} OR state = 'paid') AND created_at >= ${from} AND created_at < ${to}
      AND id IS DISTINCT FROM ${except ?? null}::uuid`;
}

/** The spending of a month, in pence. */
export async function sumSpending(db: Db | Tx, userId: string, month: Month): Promise<Spending> {
  const { rows } = await sql<{ spent: number; by_credit: number; perhaps_by_credit: number }>`
    SELECT coalesce(sum(total_pence - refunded_pence - returning_pence), 0)::bigint AS spent, ${byCredit} AS by_credit,
      coalesce(sum(total_pence) FILTER (WHERE ${isHeld} AND NOT credit_blocked AND capturing IS NULL), 0)::bigint AS perhaps_by_credit
    FROM ${ordersOf(userId, month)}`.execute(db);
  const [row = { spent: 0, by_credit: 0, perhaps_by_credit: 0 }] = rows;
  return { spent: pence(row.spent), byCredit: pence(row.by_credit), perhapsByCredit: pence(row.perhaps_by_credit) };
}

/** SQL condition: what the player paid by credit card in the month is at most `most` pence. */
export function byCreditAtMost(most: number, userId: string, month: Month): RawBuilder<unknown> {
  return sql`(SELECT ${byCredit} FROM ${ordersOf(userId, month)}) <= ${most}::bigint`;
}

/** Totals of unpaid holds created in this time, newest first, without free orders. */
export async function listHeldTotals(
  db: Db,
  userId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ id: string; total: Pence }[]> {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "total_pence"])
    .where("user_id", "=", userId)
    .where("state", "in", HOLDING_STATES)
    .where("total_pence", ">", 0)
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, total: pence(row.total_pence) }));
}

/** The terms of the player's newest bought order; undefined without one. */
export async function findLastBought(db: Db, userId: string): Promise<{ readonly terms: string | undefined } | undefined> {
  const row = await db
    .selectFrom("orders")
    .select("terms_version")
    .where("user_id", "=", userId)
    .where("state", "in", BOUGHT_STATES)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { terms: row.terms_version ?? undefined };
}
