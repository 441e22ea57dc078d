/** SQL of who must still be reachable for the sake of a draw. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/**
 * Of these people, those whom a draw or a payment still needs: a valid ticket of a draw without a result; a winner or reserve while the prize
 * is not handed over; a payment under way; money on its way back.
 *
 * @param since results before this instant are old ones: nobody waits for their prize any more
 */
export async function listNeeded(db: Db, userIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ user_id: string }>`
    SELECT t.user_id FROM tickets t JOIN lotteries l ON l.id = t.lottery_id
      WHERE t.user_id = ANY(${userIds}::uuid[]) AND t.void_at IS NULL AND l.status = 'active'
    UNION
    SELECT t.user_id FROM tickets t JOIN draw_picks p USING (lottery_id, ticket_number) JOIN draws d USING (lottery_id)
      WHERE t.user_id = ANY(${userIds}::uuid[]) AND d.prize_delivered_at IS NULL AND d.drawn_at > ${since}
    UNION
    SELECT user_id FROM orders WHERE user_id = ANY(${userIds}::uuid[]) AND state IN ('reserved', 'awaiting_payment', 'refund_due')`.execute(
    db,
  );
  return new Set(rows.map((row) => row.user_id));
}
