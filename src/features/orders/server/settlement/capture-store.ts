/** Chooses authorised payments for capture. */
import { sql } from "kysely";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { OrderRow } from "../store.ts";

/**
 * Stores the payment chosen for capture, and the kind of its card, which counts for the credit limit from
 * now on. Requires the order's lock.
 */
export async function recordCapture(
  tx: Tx,
  orderId: string,
  { paymentIntentId, cardFunding }: { readonly paymentIntentId: string; readonly cardFunding: string | undefined },
): Promise<void> {
  const chosen = { capturing: paymentIntentId, card_funding: cardFunding ?? null };
  await tx.updateTable("orders").set(chosen).where("id", "=", orderId).execute();
}

/**
 * Chooses a payment in one statement. @returns false, with nothing changed, if `decideAuthorised` has to
 * decide
 */
export async function chooseCapture(
  db: Db | Tx,
  orderId: string,
  page: Pick<PaymentPage, "id" | "amount" | "cardFunding"> & { readonly paymentIntentId: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE orders o SET capturing = ${page.paymentIntentId}, card_funding = ${page.cardFunding ?? null} FROM lotteries l
    WHERE o.id = ${orderId} AND l.id = o.lottery_id AND l.status <> 'cancelled' AND o.capturing IS NULL AND o.state IN ('reserved', 'awaiting_payment')
      AND o.payment_session_id = ${page.id} AND o.total_pence = ${page.amount}
    RETURNING o.id`.execute(db);
  return rows.length === 1;
}

/** Whether the person was erased; their payments must not buy tickets. */
export async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.selectFrom("users").select("id").where("id", "=", userId).where("erased_at", "is not", null).execute();
  return found.length > 0;
}

/** Whether the buyer has a newer order in the same draw, or has been erased. */
export async function hasNewerOrder(tx: Tx, { id, userId, lotteryId, createdAt }: OrderRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users u WHERE u.id = ${userId} AND (u.erased_at IS NOT NULL OR EXISTS (
      SELECT FROM orders o WHERE o.user_id = u.id AND o.lottery_id = ${lotteryId} AND o.kind = 'paid' AND o.id <> ${id}
        AND o.created_at >= ${createdAt} AND o.state IN ('reserved', 'awaiting_payment', 'paid')))`.execute(tx);
  return rows.length > 0;
}
