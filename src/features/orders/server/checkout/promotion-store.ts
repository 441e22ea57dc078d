/** SQL of promotion codes in orders. Unique indexes of `orders` prevent a second use. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Unique indexes: one live order with a code per account, mailbox and person. */
const ONCE = new Set(["orders_promotion_once_idx", "orders_promotion_mailbox_idx", "orders_promotion_person_idx"]);

export function isOncePerPerson(constraint: string | undefined): boolean {
  return constraint !== undefined && ONCE.has(constraint);
}

/** Whether the code of an expired order is used in another order of the buyer's, or was charged back. */
export async function isCodeTaken(tx: Tx, orderId: string): Promise<boolean> {
  const others = sql`SELECT FROM orders o JOIN orders other ON other.promotion_id = o.promotion_id AND other.id <> o.id
      AND (other.user_id = o.user_id OR other.promotion_mailbox = o.promotion_mailbox OR other.promotion_person = o.promotion_person)
    WHERE o.id = ${orderId}`;
  const { rows } = await sql`
    ${others} AND other.state IN ('reserved', 'awaiting_payment', 'paid') UNION ALL ${others} AND other.charged_back_pence > 0`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes buyers' fingerprints from orders with expired codes, skipping locked ones. Returns how many. */
export async function forgetKeysOfCodes(db: Db, { overBefore, limit }: { overBefore: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    WITH over AS (
      SELECT o.id FROM promotions p JOIN orders o ON o.promotion_id = p.id
      WHERE p.expires_at < ${overBefore} AND (o.promotion_mailbox IS NOT NULL OR o.promotion_person IS NOT NULL)
      LIMIT ${limit} FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    UPDATE orders SET promotion_mailbox = NULL, promotion_person = NULL FROM over WHERE orders.id = over.id RETURNING 1`.execute(
    db,
  );
  return rows.length;
}
