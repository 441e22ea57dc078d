/** SQL of what one person has of a draw. */
import { sql } from "kysely";
import type { Db } from "#platform/db.server.ts";

export async function findOwnRow(db: Db, userId: string, lotteryId: string): Promise<{ held: number; bought: number }> {
  const { rows } = await sql<{ held: number; bought: number }>`
    SELECT coalesce(sum(quantity) FILTER (WHERE state <> 'paid'), 0)::int AS held, coalesce(sum(quantity) FILTER (WHERE state = 'paid'), 0)::int AS bought
    FROM orders WHERE user_id = ${userId} AND lottery_id = ${lotteryId} AND kind = 'paid' AND state IN ('reserved', 'awaiting_payment', 'paid')`.execute(
    db,
  );
  return rows[0] ?? { held: 0, bought: 0 };
}
