/** SQL of the draw that an order belongs to: whether it still sells, and its lock. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";

export type LotteryState = {
  readonly status: string;
  readonly salesState: string;
  readonly closesAt: Date;
  readonly left: number;
};

export async function findLotteryState(db: Db | Tx, lotteryId: string): Promise<LotteryState | undefined> {
  const row = await lotteryStates(db).where("id", "=", lotteryId).executeTakeFirst();
  return row && toLotteryState(row);
}

/** Until the transaction ends, nobody sells, freezes or cancels this draw. */
export async function lockLotteryState(tx: Tx, lotteryId: string): Promise<LotteryState | undefined> {
  const row = await lotteryStates(tx).where("id", "=", lotteryId).forUpdate().executeTakeFirst();
  return row && toLotteryState(row);
}

function lotteryStates(db: Db | Tx) {
  return db
    .selectFrom("lotteries")
    .select(["status", "sales_state", "closes_at", sql<number>`tickets_available - tickets_sold - tickets_held`.as("left")]);
}

function toLotteryState(row: Awaited<ReturnType<ReturnType<typeof lotteryStates>["executeTakeFirstOrThrow"]>>): LotteryState {
  return { status: row.status, salesState: row.sales_state, closesAt: row.closes_at, left: row.left };
}
