/** All SQL of the orders. */
import { sql } from "kysely";
import type { Words } from "#features/lotteries/rules/lottery.ts";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { LotteryStatus } from "#features/lotteries/rules/sale.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { PageRequest } from "#platform/payments.server.ts";
import type { Locale } from "#shared/locale.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { PaidOrderState, RefundReason } from "../rules/settlement.ts";

export type NewHold = {
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  readonly answer: string | undefined;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly requestKey: string | undefined;
  readonly payBy: Date;
  readonly pageRequest: Omit<PageRequest, "orderId" | "successUrl" | "cancelUrl" | "expiresAt"> & { readonly publicUrl: string };
};

export type OrderRow = {
  readonly id: string;
  readonly state: PaidOrderState;
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly total: Pence;
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  readonly paymentUrl: string | undefined;
  readonly pageRequest: NewHold["pageRequest"] | undefined;
  readonly payBy: Date | undefined;
};

/** Holds stock and writes the order in one statement. Undefined where the draw does not sell that many at that price at `now`. */
export async function holdTickets(db: Db | Tx, hold: NewHold, now: Date): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH held AS (
      UPDATE lotteries SET tickets_held = tickets_held + ${hold.quantity}
      WHERE id = ${hold.lotteryId} AND status = 'active' AND sales_state = 'open' AND opens_at <= ${now} AND closes_at > ${now}
        AND price_per_ticket_pence = ${hold.unitPrice} AND tickets_sold + tickets_held + ${hold.quantity} <= tickets_available
      RETURNING id
    )
    INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, discount_pence, total_pence, percent_off, pack, answer,
      locale, terms_version, request_key, pay_by, page_request, created_at)
    SELECT 'paid', 'reserved', id, ${hold.userId}, ${hold.quantity}, ${hold.unitPrice}, ${hold.discount}, ${hold.total}, ${hold.percentOff},
      ${hold.pack ?? null}, ${hold.answer ?? null}, ${hold.locale}, ${hold.termsVersion}, ${hold.requestKey ?? null}, ${hold.payBy},
      ${JSON.stringify(hold.pageRequest)}::jsonb, ${now}
    FROM held
    RETURNING id`.execute(db);
  return rows[0];
}

/** Records the page of a reserved order. False where the hold was released meanwhile. */
export async function recordPage(db: Db, orderId: string, page: { id: string; url: string | undefined }): Promise<boolean> {
  const result = await db
    .updateTable("orders")
    .set({ state: "awaiting_payment", payment_session_id: page.id, payment_url: page.url ?? null, page_request: null })
    .where("id", "=", orderId)
    .where("state", "=", "reserved")
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const columns = [
  "id",
  "state",
  "lottery_id",
  "user_id",
  "quantity",
  "unit_price_pence",
  "total_pence",
  "payment_session_id",
  "payment_intent_id",
  "payment_url",
  "page_request",
  "pay_by",
] as const;

function paidOrders(db: Db | Tx) {
  return db.selectFrom("orders").select(columns).where("kind", "=", "paid");
}
type Row = Awaited<ReturnType<ReturnType<typeof paidOrders>["executeTakeFirstOrThrow"]>>;

function toOrder(row: Row): OrderRow {
  return {
    id: row.id,
    state: row.state as PaidOrderState,
    lotteryId: row.lottery_id,
    userId: row.user_id,
    quantity: row.quantity,
    unitPrice: pence(row.unit_price_pence),
    total: pence(row.total_pence),
    sessionId: row.payment_session_id ?? undefined,
    paymentIntentId: row.payment_intent_id ?? undefined,
    paymentUrl: row.payment_url ?? undefined,
    pageRequest: (row.page_request as NewHold["pageRequest"] | null) ?? undefined,
    payBy: row.pay_by ?? undefined,
  };
}

export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(tx).where("id", "=", orderId).forUpdate().executeTakeFirst();
  return row && toOrder(row);
}

export async function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("id", "=", orderId).executeTakeFirst();
  return row && toOrder(row);
}

export async function findOrderByRequest(db: Db, userId: string, requestKey: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("user_id", "=", userId).where("request_key", "=", requestKey).executeTakeFirst();
  return row && toOrder(row);
}

export async function findOrderBySession(db: Db, sessionId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("payment_session_id", "=", sessionId).executeTakeFirst();
  return row && toOrder(row);
}

export async function findOrderByIntent(db: Db, paymentIntentId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("payment_intent_id", "=", paymentIntentId).executeTakeFirst();
  return row && toOrder(row);
}

/** Holds whose time has come: pages past `pay_by`, and orders whose page was never recorded. */
export async function listLapsedOrders(db: Db, now: Date, openedBefore: Date, limit: number): Promise<OrderRow[]> {
  const rows = await paidOrders(db)
    .where("state", "in", ["reserved", "awaiting_payment"])
    .where((eb) => eb.or([eb("pay_by", "<=", now), eb.and([eb("state", "=", "reserved"), eb("created_at", "<=", openedBefore)])]))
    .orderBy("pay_by")
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

export type Money = { readonly paymentIntentId: string | undefined; readonly captured: Pence; readonly cardFunding: string | undefined };

/**
 * Turns an order, locked by the caller, into tickets with the next numbers of its draw, in one statement.
 * `from` says where the stock comes from: its own hold, or what is left. False where the draw does not allow it (any more).
 */
export async function dealTickets(
  tx: Tx,
  order: Pick<OrderRow, "id" | "lotteryId" | "userId" | "quantity">,
  deal: { from: "hold" | "stock"; sessionId: string | undefined; money: Money; tags: Buffer; now: Date },
): Promise<boolean> {
  const { quantity } = order;
  const allowed =
    deal.from === "hold"
      ? sql`sales_state IN ('open', 'closing') AND tickets_held >= ${quantity}`
      : sql`status = 'active' AND sales_state = 'open' AND closes_at > ${deal.now} AND tickets_sold + tickets_held + ${quantity} <= tickets_available`;
  const released = deal.from === "hold" ? quantity : 0;
  const { rows } = await sql<{ id: string }>`
    WITH lottery AS (
      UPDATE lotteries SET tickets_held = tickets_held - ${released}, tickets_sold = tickets_sold + ${quantity},
        last_ticket_number = last_ticket_number + ${quantity}
      WHERE id = ${order.lotteryId} AND ${allowed}
      RETURNING last_ticket_number - ${quantity} AS base
    ), dealt AS (
      INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag, purchase_date)
      SELECT ${order.lotteryId}, base + n, ${order.id}, ${order.userId}, substring(${deal.tags}::bytea FROM (n - 1) * 16 + 1 FOR 16), ${deal.now}
      FROM lottery, generate_series(1, ${quantity}::integer) AS n
    )
    UPDATE orders SET state = 'paid', payment_session_id = coalesce(payment_session_id, ${deal.sessionId ?? null}),
      payment_intent_id = ${deal.money.paymentIntentId ?? null}, captured_pence = ${deal.money.captured}, card_funding = ${deal.money.cardFunding ?? null},
      first_ticket_number = base + 1, page_request = NULL, request_key = NULL, settled_at = ${deal.now}
    FROM lottery WHERE orders.id = ${order.id}
    RETURNING orders.id`.execute(tx);
  return rows.length === 1;
}

/** Gives the stock of an order, locked by the caller, back to the draw. */
export async function releaseHold(tx: Tx, order: Pick<OrderRow, "id" | "lotteryId" | "quantity">, now: Date): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ state: "expired", page_request: null, request_key: null, ended_at: now })
    .where("id", "=", order.id)
    .execute();
  await giveBackHold(tx, order);
}

export async function giveBackHold(tx: Tx, order: Pick<OrderRow, "lotteryId" | "quantity">): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ tickets_held: eb("tickets_held", "-", order.quantity) }))
    .where("id", "=", order.lotteryId)
    .execute();
}

/** Owes the buyer the captured money. The caller holds the order's lock. */
export async function oweRefund(
  tx: Tx,
  orderId: string,
  owed: { reason: RefundReason | "asked_for"; sessionId: string | undefined; money: Money; now: Date },
): Promise<void> {
  await sql`
    WITH owing AS (
      UPDATE orders SET state = 'refund_due', payment_session_id = coalesce(payment_session_id, ${owed.sessionId ?? null}),
        payment_intent_id = ${owed.money.paymentIntentId ?? null}, captured_pence = ${owed.money.captured}, card_funding = ${owed.money.cardFunding ?? null},
        page_request = NULL, request_key = NULL, settled_at = coalesce(settled_at, ${owed.now})
      WHERE id = ${orderId} RETURNING id
    )
    INSERT INTO refunds (order_id, amount_pence, reason, created_at) SELECT id, ${owed.money.captured}, ${owed.reason}, ${owed.now} FROM owing`.execute(tx);
}

export type RefundRow = { readonly amount: Pence; readonly state: "due" | "done" | "failed"; readonly reason: string; readonly attempts: number };

export async function findRefund(db: Db | Tx, orderId: string): Promise<RefundRow | undefined> {
  const row = await db.selectFrom("refunds").select(["amount_pence", "state", "reason", "attempts"]).where("order_id", "=", orderId).executeTakeFirst();
  return row && { amount: pence(row.amount_pence), state: row.state, reason: row.reason, attempts: row.attempts };
}

/** The refund has been made: order and refund say so together. */
export async function recordRefund(tx: Tx, orderId: string, refundId: string | undefined, now: Date): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({ state: "done", provider_refund_id: refundId ?? null, done_at: now, last_error: null })
    .where("order_id", "=", orderId)
    .execute();
  await tx
    .updateTable("orders")
    .set((eb) => ({ state: "refunded", refunded_pence: eb.ref("captured_pence"), ended_at: now }))
    .where("id", "=", orderId)
    .execute();
}

export async function recordRefundFailure(db: Db, orderId: string, message: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: message.slice(0, 500) }))
    .where("order_id", "=", orderId)
    .where("state", "=", "due")
    .execute();
}

/** Takes the tickets of a locked order out of its draw; their numbers stay used. Returns how many were valid. */
export async function voidTickets(tx: Tx, order: Pick<OrderRow, "id" | "lotteryId">, now: Date): Promise<number> {
  const result = await tx.updateTable("tickets").set({ void_at: now }).where("order_id", "=", order.id).where("void_at", "is", null).executeTakeFirst();
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
    .set({ refunded_pence: back.refunded, ...(back.ends && { state: "refunded" as const, ended_at: back.now }) })
    .where("id", "=", orderId)
    .execute();
  await tx
    .insertInto("refunds")
    .values({ order_id: orderId, amount_pence: back.refunded, reason: back.reason, state: "done", created_at: back.now, done_at: back.now })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet({ amount_pence: back.refunded, state: "done", done_at: back.now }))
    .execute();
}

export type LotteryState = { readonly status: string; readonly salesState: string; readonly closesAt: Date; readonly left: number };

export async function findLotteryState(db: Db | Tx, lotteryId: string): Promise<LotteryState | undefined> {
  const row = await db
    .selectFrom("lotteries")
    .select(["status", "sales_state", "closes_at", sql<number>`tickets_available - tickets_sold - tickets_held`.as("left")])
    .where("id", "=", lotteryId)
    .executeTakeFirst();
  return row && { status: row.status, salesState: row.sales_state, closesAt: row.closes_at, left: row.left };
}

/** True if the event is new or was left unfinished. */
export async function rememberEvent(db: Db, event: { id: string; type: string; objectId: string; createdAt: Date; now: Date }): Promise<boolean> {
  const row = await db
    .insertInto("payment_events")
    .values({ id: event.id, type: event.type, object_id: event.objectId, created_at: event.createdAt, received_at: event.now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ type: event.type }))
    .returning("processed_at")
    .executeTakeFirstOrThrow();
  return row.processed_at === null;
}

export async function finishEvent(db: Db, eventId: string, orderId: string | undefined, now: Date): Promise<void> {
  await db.updateTable("payment_events").set({ processed_at: now, order_id: orderId ?? null }).where("id", "=", eventId).execute();
}

/** How a purchase stands. `refundReason` says why money goes back, if it does. */
export type PurchaseRow = {
  readonly orderId: string;
  readonly state: PaidOrderState;
  readonly lotteryId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly pack: PackName | undefined;
  readonly refundReason: string | undefined;
};

export async function findPurchaseRow(
  db: Db,
  userId: string,
  by: { readonly sessionId?: string; readonly orderId?: string },
): Promise<PurchaseRow | undefined> {
  const row = await db
    .selectFrom("orders")
    .leftJoin("refunds", "refunds.order_id", "orders.id")
    .select(["orders.id", "orders.state", "lottery_id", "quantity", "unit_price_pence", "discount_pence", "total_pence", "pack", "refunds.reason"])
    .where("orders.kind", "=", "paid")
    .where("orders.user_id", "=", userId)
    .where((eb) => (by.sessionId === undefined ? eb("orders.id", "=", by.orderId ?? "") : eb("payment_session_id", "=", by.sessionId)))
    .executeTakeFirst();
  return (
    row && {
      orderId: row.id,
      state: row.state as PaidOrderState,
      lotteryId: row.lottery_id,
      quantity: row.quantity,
      unitPrice: pence(row.unit_price_pence),
      discount: pence(row.discount_pence),
      total: pence(row.total_pence),
      pack: row.pack ?? undefined,
      refundReason: row.reason ?? undefined,
    }
  );
}

/** One ticket with what its stub shows. `transactionId` is the payment session's id, absent for free entries. */
export type TicketRow = {
  readonly lotteryId: string;
  readonly shortNumber: number;
  readonly number: number;
  readonly tag: string;
  readonly purchaseDate: Date;
  readonly isVoid: boolean;
  readonly transactionId: string | undefined;
  readonly lotteryTitle: Words;
  readonly lotteryStatus: LotteryStatus;
  readonly pricePerTicket: Pence;
};

/** A person's tickets, newest purchase first, by number within it. */
export async function listTicketRows(db: Db, userId: string, of: { readonly sessionId?: string; readonly orderId?: string }): Promise<TicketRow[]> {
  let query = db
    .selectFrom("tickets")
    .innerJoin("orders", "orders.id", "tickets.order_id")
    .innerJoin("lotteries", "lotteries.id", "tickets.lottery_id")
    .select(["tickets.lottery_id", "short_number", "ticket_number", "tag", "purchase_date", "void_at", "payment_session_id"])
    .select(["title", "title_fr", "lotteries.status", "price_per_ticket_pence"])
    .where("orders.user_id", "=", userId)
    .orderBy("purchase_date", "desc")
    .orderBy("ticket_number");
  if (of.sessionId !== undefined) query = query.where("orders.payment_session_id", "=", of.sessionId);
  if (of.orderId !== undefined) query = query.where("orders.id", "=", of.orderId);
  const rows = await query.execute();
  return rows.map((row) => ({
    lotteryId: row.lottery_id,
    shortNumber: row.short_number,
    number: row.ticket_number,
    tag: row.tag.toString("hex"),
    purchaseDate: row.purchase_date,
    isVoid: row.void_at !== null,
    transactionId: row.payment_session_id ?? undefined,
    lotteryTitle: { en: row.title, fr: row.title_fr ?? undefined },
    lotteryStatus: row.status,
    pricePerTicket: pence(row.price_per_ticket_pence),
  }));
}
