/** What a buyer has spent, bought and held, for the checks of a checkout. */
import { type RawBuilder, sql } from "kysely";
import { selectIsStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import type { Spending } from "../../rules/checkout/spending.ts";

/** `spending` covers one month, without the buyer's hold of this draw: the next hold replaces it. */
export type BuyerRow = {
  readonly spending: Spending;
  readonly hasPaid: boolean;
  readonly bought: number;
  /** Held tickets of this draw, and those of them that count as a newcomer's. */
  readonly held: number;
  readonly heldAsNewcomer: number;
  readonly isStaff: boolean;
};

/** A buyer and the draw to buy from. */
type BuyerAndDraw = { readonly userId: string; readonly lotteryId: string };
type Month = { readonly from: Date; readonly to: Date };
/** The row of `selectSums`. */
export type SumsRow = Readonly<
  Record<"spent" | "by_credit" | "perhaps_by_credit" | "bought" | "held" | "held_new", number> & {
    paid: boolean;
    is_staff: boolean;
  }
>;

/** SQL for a buyer's sums: money of the month (without the hold of this draw), and tickets of this draw. */
export function selectSums({ userId, lotteryId }: BuyerAndDraw, { from, to }: Month): RawBuilder<SumsRow> {
  const isHeld = sql`state IN ('reserved', 'awaiting_payment')`;
  const isOwnHold = sql`lottery_id = ${lotteryId} AND ${isHeld}`;
  const isCounted = sql`created_at >= ${from} AND created_at < ${to} AND NOT (${isOwnHold})`;
  return sql`
    SELECT coalesce(sum(total_pence - refunded_pence - returning_pence) FILTER (WHERE ${isCounted}), 0)::bigint AS spent,
      coalesce(sum(total_pence - refunded_pence - returning_pence) FILTER (WHERE ${isCounted} AND state = 'paid' AND card_funding = 'credit'), 0)::bigint AS by_credit,
      coalesce(sum(total_pence) FILTER (WHERE ${isCounted} AND ${isHeld} AND NOT credit_blocked), 0)::bigint AS perhaps_by_credit,
      coalesce(bool_or(state = 'paid' AND total_pence > refunded_pence + returning_pence), false) AS paid,
      coalesce(sum(quantity - tickets_refunded) FILTER (WHERE lottery_id = ${lotteryId} AND state = 'paid'), 0)::int AS bought,
      coalesce(sum(quantity) FILTER (WHERE ${isOwnHold}), 0)::int AS held,
      coalesce(sum(quantity) FILTER (WHERE ${isOwnHold} AND by_newcomer), 0)::int AS held_new,
      ${selectIsStaff(userId)} AS is_staff
    FROM orders WHERE user_id = ${userId} AND kind = 'paid' AND (${isHeld} OR state = 'paid')`;
}

/** The buyer from that row. */
export function toBuyer(row: SumsRow): BuyerRow {
  return {
    spending: { spent: pence(row.spent), byCredit: pence(row.by_credit), perhapsByCredit: pence(row.perhaps_by_credit) },
    hasPaid: row.paid,
    bought: row.bought,
    held: row.held,
    heldAsNewcomer: row.held_new,
    isStaff: row.is_staff,
  };
}

/** `month`: that of the spending. */
export async function findBuyerRow(db: Db, key: BuyerAndDraw, month: Month): Promise<BuyerRow> {
  const [row] = (await selectSums(key, month).execute(db)).rows;
  if (!row) throw new Error("the query for a buyer returned no row");
  return toBuyer(row);
}

/** Whether the account's email address is confirmed. */
export async function isConfirmed(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.selectFrom("users").select("email_verified").where("id", "=", userId).executeTakeFirst();
  return user?.email_verified === true;
}

/** How many tickets of a draw other buyers of this network hold. */
export async function findNetworkHeld(
  db: Db,
  { userId, lotteryId, network }: { readonly userId: string; readonly lotteryId: string; readonly network: string },
): Promise<{ readonly held: number; readonly heldByNewcomers: number }> {
  const { rows } = await sql<{ held: number; by_newcomers: number }>`
    SELECT n.held - own.held AS held, n.held_by_newcomers - own.by_newcomers AS by_newcomers FROM network_holds n CROSS JOIN LATERAL (
      SELECT coalesce(sum(quantity), 0)::int AS held, coalesce(sum(quantity) FILTER (WHERE by_newcomer), 0)::int AS by_newcomers FROM orders o
      WHERE o.user_id = ${userId} AND o.lottery_id = n.lottery_id AND o.network = n.network AND state IN ('reserved', 'awaiting_payment')
    ) own WHERE n.lottery_id = ${lotteryId} AND n.network = ${network}`.execute(db);
  return { held: rows[0]?.held ?? 0, heldByNewcomers: rows[0]?.by_newcomers ?? 0 };
}
