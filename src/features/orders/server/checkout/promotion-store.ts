/** Promotion codes in orders. Unique indexes of `orders` prevent a second use by the same person. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** The unique indexes: a code is in one live order of an account, of a mailbox and of a person. */
const ONCE_INDEXES = new Set(["orders_promotion_once_idx", "orders_promotion_mailbox_idx", "orders_promotion_person_idx"]);

/** Whether a violated constraint is one of these. */
export function isOncePerPerson(constraint: string | undefined): boolean {
  return constraint !== undefined && ONCE_INDEXES.has(constraint);
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

/**
 * Deletes the fingerprints of buyers from orders whose code has expired before, skipping locked ones.
 * @returns how many
 */
export async function forgetKeysOfCodes(
  db: Db,
  { expiredBefore, limit }: { expiredBefore: Date; limit: number },
): Promise<number> {
  const { rows } = await sql`
    WITH expired AS (
      SELECT o.id FROM promotions p JOIN orders o ON o.promotion_id = p.id
      WHERE p.expires_at < ${expiredBefore} AND (o.promotion_mailbox IS NOT NULL OR o.promotion_person IS NOT NULL)
      LIMIT ${limit} FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    UPDATE orders SET promotion_mailbox = NULL, promotion_person = NULL FROM expired WHERE orders.id = expired.id RETURNING 1`.execute(
    db,
  );
  return rows.length;
}
