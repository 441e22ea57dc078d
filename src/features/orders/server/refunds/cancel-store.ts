/** Entries of cancelled draws and their owners, and tickets that may still win. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Cancelled draws with entries left and no tickets on hold. */
export async function listUnfinishedCancellations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select("id")
    .where("sales_state", "=", "cancelled")
    .where("tickets_held", "=", 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("orders")
          .select("orders.id")
          .whereRef("lottery_id", "=", "lotteries.id")
          .where("state", "in", ["paid", "free"])
          // Disputed orders wait for the bank's decision.
          .where("disputed_pence", "=", 0),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Locks some of a draw's entries. Skips those that another transaction has locked. */
export async function lockEntries(tx: Tx, lotteryId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("id")
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", ["paid", "free"])
    .where("disputed_pence", "=", 0)
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** The distinct owners of these orders. */
export async function listOwners(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await tx
    .selectFrom("orders")
    .select("user_id")
    .distinct()
    .where("id", "in", orderIds)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Distinct owners of the draw's paid orders whose money a bank holds in a dispute. */
export async function listOwnersBeforeBanks(tx: Tx, lotteryId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("user_id")
    .distinct()
    .where("lottery_id", "=", lotteryId)
    .where("state", "=", "paid")
    .where("disputed_pence", ">", 0)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether one of the order's tickets currently wins its draw, or is a reserve that may still be called. */
export async function holdsStandingTicket(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("tickets as t")
    .select("t.ticket_number")
    .where("t.order_id", "=", orderId)
    .where(sql<boolean>`ticket_stands(t.lottery_id, t.ticket_number)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a ticket of the order is not void. */
export async function holdsValidTicket(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("tickets")
    .select("ticket_number")
    .where("order_id", "=", orderId)
    .where("void_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
