/** SQL of who takes part in a frozen draw. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

export async function listEntrantIds(db: Db, lotteryId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT t.user_id FROM tickets t JOIN draws d USING (lottery_id)
    WHERE t.lottery_id = ${lotteryId} AND (t.void_at IS NULL OR t.void_at > d.frozen_at) ORDER BY t.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

export async function listNumbers(
  db: Db,
  lotteryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ user_id: string; numbers: number[] }>`
    SELECT t.user_id, array_agg(t.ticket_number ORDER BY t.ticket_number) AS numbers FROM tickets t JOIN draws d USING (lottery_id)
    WHERE t.lottery_id = ${lotteryId} AND t.user_id = ANY(${userIds}::uuid[]) AND (t.void_at IS NULL OR t.void_at > d.frozen_at)
    GROUP BY t.user_id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.numbers]));
}
