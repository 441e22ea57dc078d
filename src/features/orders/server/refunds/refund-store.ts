/** Writes refunds, and the state of an order that follows from them. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Pence } from "#shared/money/money.ts";
import type { RefundCause, RefundReason, RefundState, ShopCause } from "#shared/states.ts";
import { type BoughtOrder, hasFailed, type RefundSums } from "../../rules/refund-state.ts";
import { boughtAt, type Money } from "../ticket-store.ts";

/** Owes the buyer a payment that bought nothing. Requires the order's lock. */
export async function oweRefund(
  tx: Tx,
  orderId: string,
  owed: { reason: RefundReason | "erasure"; sessionId: string | undefined; money: Money; now: Date },
): Promise<void> {
  await sql`
    WITH owing AS (
      UPDATE orders SET state = 'refund_due', payment_session_id = coalesce(payment_session_id, ${owed.sessionId ?? null}),
        payment_intent_id = ${owed.money.paymentIntentId ?? null}, captured_pence = ${owed.money.captured}, card_funding = ${owed.money.cardFunding ?? null},
        page_request = NULL, settled_at = coalesce(settled_at, ${boughtAt(owed.now)})
      WHERE id = ${orderId} RETURNING id
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at) SELECT id, ${owed.money.captured}, ${owed.reason}, ${owed.now} FROM owing`.execute(
    tx,
  );
}

/**
 * Owes the buyers of locked orders what is left of their money: neither refunded, nor being refunded, nor
 * charged back. Replaces a partial refund that is still due. An order with nothing left ends. Returns the
 * orders with money owed.
 */
export async function refundRemaining(
  tx: Tx,
  orderIds: readonly string[],
  { reason, now }: { reason: ShopCause; now: Date },
): Promise<string[]> {
  await sql`
    UPDATE refunds SET state = 'cancelled', failed_at = ${now}, is_replaced = true
    WHERE order_id = ANY(${orderIds}::uuid[]) AND state = 'due' AND reason = 'partial'`.execute(tx);
  const { rows } = await sql<{ order_id: string }>`
    WITH owing AS (
      UPDATE orders SET state = CASE WHEN captured_pence > refunded_pence + charged_back_pence THEN 'refund_due'
          WHEN captured_pence > refunded_pence THEN 'charged_back' ELSE 'refunded' END,
        ended_at = CASE WHEN captured_pence > refunded_pence + charged_back_pence THEN ended_at ELSE ${now}::timestamptz END
      WHERE id = ANY(${orderIds}::uuid[]) AND kind = 'paid' AND state = 'paid'
      RETURNING id, captured_pence - refunded_pence - returning_pence - charged_back_pence AS left_pence
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at)
    SELECT id, left_pence, ${reason}, ${now} FROM owing WHERE left_pence > 0
    RETURNING order_id`.execute(tx);
  return rows.map((row) => row.order_id);
}

/**
 * Counts an attempt before the provider is called: after a lost response, the next attempt is known to be a
 * retry. Returns the number of attempts; 0 if nothing is due.
 */
export async function beginAttempt(db: Db, refundId: string): Promise<number> {
  const row = await db
    .updateTable("refunds")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", refundId)
    .where("state", "=", "due")
    .returning("attempts")
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/**
 * `isRefusal`: the provider refused it, rather than failed; the next attempt then has another idempotency
 * key.
 */
export async function recordAttemptFailure(
  db: Db,
  refundId: string,
  { message, isRefusal }: { readonly message: string; readonly isRefusal: boolean },
): Promise<void> {
  await db
    .updateTable("refunds")
    .set((eb) => ({ last_error: message.slice(0, 500), refusals: eb("refusals", "+", isRefusal ? 1 : 0) }))
    .where("id", "=", refundId)
    .where("state", "=", "due")
    .execute();
}

/** A refund as the provider reports it. */
export type ReportedRefund = {
  readonly providerRefundId: string;
  readonly amount: Pence;
  readonly state: Exclude<RefundState, "due">;
  readonly failureReason: string | undefined;
  readonly sentAt: Date;
};

function columnsOf({ providerRefundId, amount, state, failureReason, sentAt }: ReportedRefund, now: Date) {
  return {
    provider_refund_id: providerRefundId,
    amount_pence: amount,
    state,
    sent_at: sentAt,
    last_error: null,
    failure_reason: failureReason ?? null,
    ...(state === "succeeded" && { done_at: now }),
    // A refund that was marked as failed here may succeed after all.
    failed_at: hasFailed(state) ? now : null,
  };
}

/** Stores the state that the provider reports of a refund by the shop. */
export async function advanceRefund(tx: Tx, refundId: string, reported: ReportedRefund, now: Date): Promise<void> {
  await tx.updateTable("refunds").set(columnsOf(reported, now)).where("id", "=", refundId).execute();
}

/** Stores a refund made in the provider's dashboard. Returns its id. */
export async function addForeignRefund(tx: Tx, orderId: string, reported: ReportedRefund, now: Date): Promise<string> {
  const row = await tx
    .insertInto("refunds")
    .values({ order_id: orderId, reason: "at_provider", created_at: reported.sentAt, ...columnsOf(reported, now) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Adjusts the refund that is still to be sent, or cancels it if nothing is left. */
export async function adjustDueRefund(tx: Tx, refundId: string, left: Pence, now: Date): Promise<void> {
  const change = left > 0 ? { amount_pence: left } : { state: "cancelled" as const, failed_at: now };
  await tx.updateTable("refunds").set(change).where("id", "=", refundId).where("state", "=", "due").execute();
}

/** Owes what an earlier refund did not deliver. Requires the order's lock and that no refund is due. */
export async function oweAgain(
  tx: Tx,
  orderId: string,
  owed: {
    readonly amount: Pence;
    readonly reason: RefundCause;
    readonly ticketNumbers?: readonly number[];
    readonly requestKey?: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { amount, reason, ticketNumbers = [], requestKey, now } = owed;
  await tx
    .insertInto("refunds")
    .values({
      ...{ order_id: orderId, amount_pence: amount, reason, ticket_numbers: [...ticketNumbers] },
      ...{ request_key: requestKey ?? null, created_at: now },
    })
    .execute();
}

/**
 * Owes a part of the payment of a paid order whose tickets with these numbers have left. Requires the order's
 * lock and that no refund is due.
 */
export async function owePartial(
  tx: Tx,
  orderId: string,
  part: {
    readonly amount: Pence;
    readonly ticketNumbers: readonly number[];
    readonly requestKey?: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  await oweAgain(tx, orderId, { ...part, reason: "partial" });
  await tx
    .updateTable("orders")
    .set((eb) => ({ tickets_refunded: eb("tickets_refunded", "+", part.ticketNumbers.length) }))
    .where("id", "=", orderId)
    .execute();
}

/** Marks owed partial refunds whose money another refund sends. Cancels those that are still due. */
export async function markReplaced(tx: Tx, refundIds: readonly string[], now: Date): Promise<void> {
  await sql`
    UPDATE refunds SET is_replaced = true, state = CASE state WHEN 'due' THEN 'cancelled' ELSE state END,
      failed_at = CASE state WHEN 'due' THEN ${now}::timestamptz ELSE failed_at END
    WHERE id = ANY(${refundIds}::uuid[])`.execute(tx);
}

/** Stores the sums of an order's refunds, and the state that follows from them. */
export async function recordState(
  tx: Tx,
  orderId: string,
  { state, refunded, returning, now }: RefundSums & { readonly state: BoughtOrder["state"]; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      state,
      refunded_pence: refunded,
      returning_pence: returning,
      ended_at: state === "refunded" || state === "charged_back" ? sql`coalesce(ended_at, ${now}::timestamptz)` : null,
    })
    .where("id", "=", orderId)
    .execute();
}
