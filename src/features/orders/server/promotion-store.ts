/** SQL of who has used which promotion code. That nobody uses one twice at a time is an index of `orders`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";

/** The index that lets one live order of a buyer carry a code: reserved, being paid, or paid. */
export const ONCE_PER_PERSON = "orders_promotion_once_idx";

/** The buyer's order that keeps a code to itself, and how it stands. */
export async function findOrderWithCode(
  db: Db,
  userId: string,
  promotionId: string,
): Promise<{ readonly id: string; readonly state: string } | undefined> {
  return db
    .selectFrom("orders")
    .select(["id", "state"])
    .where("user_id", "=", userId)
    .where("promotion_id", "=", promotionId)
    .where("state", "in", ["reserved", "awaiting_payment", "paid"])
    .executeTakeFirst();
}

/** Whether the code of a lapsed order has gone into another of its buyer's since. */
export async function isCodeTaken(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o JOIN orders later ON later.user_id = o.user_id AND later.promotion_id = o.promotion_id AND later.id <> o.id
    WHERE o.id = ${orderId} AND later.state IN ('reserved', 'awaiting_payment', 'paid')`.execute(tx);
  return rows.length > 0;
}
