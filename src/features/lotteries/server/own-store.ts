/** A person's own tickets in a draw. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { NO_TICKETS, type OwnTickets } from "#shared/me.ts";

/** SQL for the number of a person's valid entries in a draw; both arguments are SQL expressions. */
export function entriesOf(userId: RawBuilder<unknown>, lotteryId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(coalesce((SELECT tickets FROM participants WHERE user_id = ${userId} AND lottery_id = ${lotteryId}), 0)
        -- Disputed tickets take no part, unless they are on the frozen list.
        - (SELECT count(*) FROM tickets t JOIN lotteries l ON l.id = t.lottery_id WHERE t.lottery_id = ${lotteryId} AND t.user_id = ${userId}
          AND t.suspended_at IS NOT NULL AND t.void_at IS NULL AND l.sales_state IN ('open', 'closing'))::int)`;
}

/**
 * SQL for a row of `OwnTickets`: reserved and bought tickets, and all valid entries. Arguments are SQL
 * expressions.
 */
export function selectOwnTickets(userId: RawBuilder<unknown>, lotteryId: RawBuilder<unknown>): RawBuilder<OwnTickets> {
  return sql<OwnTickets>`
    SELECT coalesce(sum(quantity) FILTER (WHERE state <> 'paid'), 0)::int AS held, coalesce(sum(quantity - tickets_refunded) FILTER (WHERE state = 'paid'), 0)::int AS bought,
      ${entriesOf(userId, lotteryId)} AS entries
    FROM orders WHERE user_id = ${userId} AND lottery_id = ${lotteryId} AND kind = 'paid' AND state IN ('reserved', 'awaiting_payment', 'paid')`;
}

export async function findOwnRow(db: Db, userId: string, lotteryId: string): Promise<OwnTickets> {
  const { rows } = await selectOwnTickets(sql`${userId}::uuid`, sql`${lotteryId}::uuid`).execute(db);
  return rows[0] ?? NO_TICKETS;
}
