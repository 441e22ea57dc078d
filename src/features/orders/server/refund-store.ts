/** SQL of money that goes back. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { RefundReason } from "../rules/settlement.ts";
import type { Money } from "./deal-store.ts";
import type { OrderRow } from "./store.ts";

/** Owes the buyer the money that has just come and bought nothing. The caller holds the order's lock. */
export async function oweRefund(
  tx: Tx,
  orderId: string,
  owed: { reason: RefundReason; sessionId: string | undefined; money: Money; now: Date },
): Promise<void> {
  await sql`
    WITH owing AS (
      UPDATE orders SET state = 'refund_due', payment_session_id = coalesce(payment_session_id, ${owed.sessionId ?? null}),
        payment_intent_id = ${owed.money.paymentIntentId ?? null}, captured_pence = ${owed.money.captured}, card_funding = ${owed.money.cardFunding ?? null},
        page_request = NULL, settled_at = coalesce(settled_at, ${owed.now})
      WHERE id = ${orderId} RETURNING id
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at) SELECT id, ${owed.money.captured}, ${owed.reason}, ${owed.now} FROM owing`.execute(
    tx,
  );
}

/**
 * Owes the buyers of paid orders, locked by the caller, what is left of their money: what went back at the provider before is not sent
 * twice. An order that cost nothing is over at once. Returns the orders that are owed money.
 */
export async function oweWhatIsLeft(
  tx: Tx,
  orderIds: readonly string[],
  { reason, now }: { reason: "cancelled" | "asked_for"; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    WITH owing AS (
      UPDATE orders SET state = CASE WHEN captured_pence > refunded_pence THEN 'refund_due' ELSE 'refunded' END,
        ended_at = CASE WHEN captured_pence > refunded_pence THEN ended_at ELSE ${now}::timestamptz END
      WHERE id = ANY(${orderIds}::uuid[]) AND kind = 'paid' AND state = 'paid'
      RETURNING id, captured_pence - refunded_pence AS left_pence
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at)
    SELECT id, left_pence, ${reason}, ${now} FROM owing WHERE left_pence > 0
    RETURNING order_id`.execute(tx);
  return rows.map((row) => row.order_id);
}

export type RefundRow = {
  readonly amount: Pence;
  readonly state: "due" | "done" | "failed";
  readonly reason: string;
  readonly attempts: number;
};

/** What the shop itself sends back, or has sent. */
export async function findRefund(db: Db | Tx, orderId: string): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select(["amount_pence", "state", "reason", "attempts"])
    .where("order_id", "=", orderId)
    .where("by_shop", "=", true)
    .executeTakeFirst();
  return row && { amount: pence(row.amount_pence), state: row.state, reason: row.reason, attempts: row.attempts };
}

/** The refund has been made: order and refund say so together. `sent` is missing where all had gone back before. */
export async function recordRefund(
  tx: Tx,
  orderId: string,
  sent: { readonly refundId: string; readonly amount: Pence } | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({
      state: "done",
      done_at: now,
      last_error: null,
      ...(sent && { provider_refund_id: sent.refundId, amount_pence: sent.amount }),
    })
    .where("order_id", "=", orderId)
    .where("by_shop", "=", true)
    .execute();
  await tx
    .updateTable("orders")
    .set((eb) => ({ state: "refunded", refunded_pence: eb.ref("captured_pence"), ended_at: now }))
    .where("id", "=", orderId)
    .execute();
}

/** Orders that have been owed their money since before `before`, longest first. */
export async function listOverdueRefunds(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "refund_due")
    .where("settled_at", "<", before)
    .orderBy("settled_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function recordRefundFailure(db: Db, orderId: string, message: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: message.slice(0, 500) }))
    .where("order_id", "=", orderId)
    .where("by_shop", "=", true)
    .where("state", "=", "due")
    .execute();
}

/** Takes the tickets of a locked order out of its draw; their numbers stay used. Returns how many were valid. */
export async function voidTickets(tx: Tx, order: Pick<OrderRow, "id" | "lotteryId">, now: Date): Promise<number> {
  const result = await tx
    .updateTable("tickets")
    .set({ void_at: now })
    .where("order_id", "=", order.id)
    .where("void_at", "is", null)
    .executeTakeFirst();
  const voided = Number(result.numUpdatedRows);
  if (voided > 0) {
    await tx
      .updateTable("lotteries")
      .set((eb) => ({ tickets_sold: eb("tickets_sold", "-", voided) }))
      .where("id", "=", order.lotteryId)
      .execute();
  }
  return voided;
}

/** The buyer's money went back at the provider, not by our doing. */
export async function recordForeignRefund(
  tx: Tx,
  orderId: string,
  back: { reason: "at_provider" | "dispute"; refunded: Pence; ends: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      // The provider's events come in any order; each tells the sum at its time, which only grows.
      refunded_pence: sql`greatest(refunded_pence, ${back.refunded})`,
      ...(back.ends && { state: "refunded" as const, ended_at: back.now }),
    })
    .where("id", "=", orderId)
    .execute();
  await tx
    .insertInto("refunds")
    .values({
      order_id: orderId,
      amount_pence: back.refunded,
      reason: back.reason,
      state: "done",
      created_at: back.now,
      done_at: back.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["order_id", "by_shop"]).doUpdateSet({
        amount_pence: sql`greatest(refunds.amount_pence, excluded.amount_pence)`,
        state: "done",
        done_at: back.now,
      }),
    )
    .execute();
}
