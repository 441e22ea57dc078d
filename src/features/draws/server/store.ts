/** All SQL of the winner draws. */
import type { Db } from "#platform/postgres/db.server.ts";

/** When the winner of each of these lotteries was drawn; those without a result are left out. */
export async function listDrawnAt(db: Db, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (lotteryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("draws")
    .select(["lottery_id", "drawn_at"])
    .where("lottery_id", "in", lotteryIds)
    .where("drawn_at", "is not", null)
    .execute();
  return new Map(rows.flatMap((row) => (row.drawn_at ? [[row.lottery_id, row.drawn_at] as const] : [])));
}
