/** SQL of money that goes back. */
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Refunds } from "#platform/db-types.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { RefundCause, RefundReason, RefundState, ShopCause } from "#shared/states.ts";
import { type BoughtOrder, hasFailed, type RefundSums } from "../rules/refund-state.ts";
import type { Money } from "./ticket-store.ts";

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
 * twice, and where a bank holds some of it all waits for its decision. An order that nothing is left of is over at once. Returns those that are owed money.
 */
export async function oweWhatIsLeft(
  tx: Tx,
  orderIds: readonly string[],
  { reason, now }: { reason: ShopCause; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    WITH owing AS (
      UPDATE orders SET state = CASE WHEN captured_pence > refunded_pence + charged_back_pence THEN 'refund_due'
          WHEN captured_pence > refunded_pence THEN 'charged_back' ELSE 'refunded' END,
        ended_at = CASE WHEN captured_pence > refunded_pence + charged_back_pence THEN ended_at ELSE ${now}::timestamptz END
      WHERE id = ANY(${orderIds}::uuid[]) AND kind = 'paid' AND state IN ('paid', 'charged_back')
      RETURNING id, captured_pence - refunded_pence - returning_pence - charged_back_pence AS left_pence
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at)
    SELECT id, left_pence, ${reason}, ${now} FROM owing WHERE left_pence > 0
    RETURNING order_id`.execute(tx);
  return rows.map((row) => row.order_id);
}

export type RefundRow = {
  readonly id: string;
  readonly amount: Pence;
  readonly state: RefundState;
  readonly reason: RefundCause;
  readonly providerRefundId: string | undefined;
  /** How often the provider has refused it. */
  readonly refusals: number;
};

const columns = ["id", "amount_pence", "state", "reason", "provider_refund_id", "refusals"] as const;
type Stored = Pick<Selectable<Refunds>, (typeof columns)[number]>;

function toRefund(row: Stored): RefundRow {
  const { id, state, reason, refusals } = row;
  const providerRefundId = row.provider_refund_id ?? undefined;
  return { id, amount: pence(row.amount_pence), state, reason, providerRefundId, refusals };
}

/** Every refund of an order, whoever made it, in the order in which they were begun. */
export async function listRefundRows(db: Db | Tx, orderId: string): Promise<RefundRow[]> {
  const rows = await db
    .selectFrom("refunds")
    .select(columns)
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toRefund);
}

/** What an order is owed still and nobody is known to have sent. */
export async function findDueRefund(db: Db, orderId: string): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select(columns)
    .where("order_id", "=", orderId)
    .where("state", "=", "due")
    .executeTakeFirst();
  return row && toRefund(row);
}

/** Kept before the provider is called, so that a reply that is lost is looked for. Returns the tries so far, this one included; 0 where nothing is due. */
export async function beginTry(db: Db, refundId: string): Promise<number> {
  const row = await db
    .updateTable("refunds")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", refundId)
    .where("state", "=", "due")
    .returning("attempts")
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

export async function recordTryFailure(
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

export type ToldRefund = {
  readonly providerRefundId: string;
  readonly amount: Pence;
  readonly state: Exclude<RefundState, "due">;
  readonly failureReason: string | undefined;
  readonly sentAt: Date;
};

/** A refund of the shop's that the provider has, as it stands there. */
export async function advanceRefund(tx: Tx, refundId: string, told: ToldRefund, now: Date): Promise<void> {
  await tx.updateTable("refunds").set(columnsOf(told, now)).where("id", "=", refundId).execute();
}

/** A refund that was made in the provider's own pages. Returns its id. */
export async function addForeignRefund(tx: Tx, orderId: string, told: ToldRefund, now: Date): Promise<string> {
  const row = await tx
    .insertInto("refunds")
    .values({ order_id: orderId, reason: "at_provider", created_at: told.sentAt, ...columnsOf(told, now) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

function columnsOf({ providerRefundId, amount, state, failureReason, sentAt }: ToldRefund, now: Date) {
  return {
    provider_refund_id: providerRefundId,
    amount_pence: amount,
    state,
    sent_at: sentAt,
    last_error: null,
    failure_reason: failureReason ?? null,
    ...(state === "succeeded" && { done_at: now }),
    // One that was written off here may have gone after all.
    failed_at: hasFailed(state) ? now : null,
  };
}

/** What is still to be sent is what is left; nothing, where all has gone back otherwise. */
export async function adjustDueRefund(tx: Tx, refundId: string, left: Pence, now: Date): Promise<void> {
  const change = left > 0 ? { amount_pence: left } : { state: "cancelled" as const, failed_at: now };
  await tx.updateTable("refunds").set(change).where("id", "=", refundId).where("state", "=", "due").execute();
}

/** Owes what an earlier refund did not bring. The caller holds the order's lock, and has seen that nothing is due. */
export async function oweAgain(
  tx: Tx,
  orderId: string,
  owed: { readonly amount: Pence; readonly reason: RefundCause; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto("refunds")
    .values({ order_id: orderId, amount_pence: owed.amount, reason: owed.reason, created_at: owed.now })
    .execute();
}

/** What an order's refunds have made of it. */
export async function recordStanding(
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

/** Orders whose refund has been due since before `before`, longest first, without those that wait for a bank. */
export async function listOverdueRefunds(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select("r.order_id")
    .where("r.state", "=", "due")
    .where("r.created_at", "<", before)
    .where("o.disputed_pence", "=", 0)
    .orderBy("r.created_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_id);
}

/** Some payments with a refund on its way, others each time, so that all are looked at in the end. */
export async function listReturning(db: Db, limit: number): Promise<{ orderId: string; paymentIntentId: string }[]> {
  const { rows } = await sql<{ order_id: string; payment_intent_id: string }>`
    SELECT r.order_id, o.payment_intent_id FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.state IN ('pending', 'requires_action') AND o.payment_intent_id IS NOT NULL ORDER BY random() LIMIT ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({ orderId: row.order_id, paymentIntentId: row.payment_intent_id }));
}

/** How the shop believes that a refund of the provider's stands; undefined for one that it has not heard of. */
export async function findToldState(db: Db, providerRefundId: string): Promise<RefundState | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select("state")
    .where("provider_refund_id", "=", providerRefundId)
    .executeTakeFirst();
  return row?.state;
}
