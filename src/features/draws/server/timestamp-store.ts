/** SQL of the time-stamps of commitments. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";

/** The authorities that have stamped it. */
export async function listAskedUrls(db: Db, lotteryId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("draw_timestamps").select("url").where("lottery_id", "=", lotteryId).execute();
  return new Set(rows.map(({ url }) => url));
}

type NewStamp = {
  readonly lotteryId: string;
  readonly url: string;
  readonly authority: string;
  readonly at: Date;
  readonly token: Uint8Array;
};

/** Whether it is there; false where the winner was drawn meanwhile, with whose proof it cannot be published any more. */
export async function insertTimestamp(db: Db | Tx, { lotteryId, url, authority, at, token }: NewStamp): Promise<boolean> {
  try {
    await db
      .insertInto("draw_timestamps")
      .values({ lottery_id: lotteryId, url, authority, stamped_at: at, token: Buffer.from(token) })
      // Another process was as quick.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  } catch (error) {
    if (violatedConstraint(error) === "draw_timestamps_in_time") return false;
    throw error;
  }
}
