/** Reads and locks the state of a draw, with or without its buyer. Lock order: order, draw, person. */
import { sql } from "kysely";
import type { Sale } from "#features/lotteries/rules/lifecycle.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { OrderRow } from "../store.ts";

function sales(db: Pick<Db, "selectFrom">, lotteryId: string) {
  return db
    .selectFrom("lotteries")
    .select(["status", "sales_state", "opens_at", "closes_at", "tickets_available", "tickets_sold", "tickets_held"])
    .where("id", "=", lotteryId);
}

/** Locks a draw: until the transaction ends, no other one sells, freezes or cancels it. */
export async function lockLotteryState(tx: Tx, lotteryId: string): Promise<Sale> {
  return fromRow(await sales(tx, lotteryId).forNoKeyUpdate().executeTakeFirstOrThrow());
}

/** Locks the draw, then the buyer, which also blocks other credit card settlements of this buyer. */
export async function lockSaleAndSpender(tx: Tx, { lotteryId, userId }: Pick<OrderRow, "lotteryId" | "userId">): Promise<Sale> {
  const row = await tx
    .with(
      (part) => part("sale").materialized(),
      (part) => sales(part, lotteryId).forNoKeyUpdate(),
    )
    .selectFrom("sale")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .selectAll("sale")
    .forNoKeyUpdate("users")
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Locks the order, its draw and its buyer, in this order: serialises the buyer's totals. */
export async function lockOrderSaleAndSpender(tx: Tx, orderId: string): Promise<void> {
  await sql`
    WITH own AS MATERIALIZED (SELECT lottery_id, user_id FROM orders WHERE id = ${orderId} FOR NO KEY UPDATE),
      sale AS MATERIALIZED (SELECT user_id FROM lotteries JOIN own ON lotteries.id = own.lottery_id FOR NO KEY UPDATE OF lotteries)
    SELECT users.id FROM users JOIN sale ON users.id = sale.user_id FOR NO KEY UPDATE OF users`.execute(tx);
}

/** Without a lock. */
export async function findLotteryState(db: Db | Tx, lotteryId: string): Promise<Sale | undefined> {
  const row = await sales(db, lotteryId).executeTakeFirst();
  return row && fromRow(row);
}
