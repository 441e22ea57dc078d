/** SQL of orders, their holds and their tickets. What is about refunds, events and reading stands beside. */
import { sql } from "kysely";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { PageRequest } from "#platform/payments.server.ts";
import type { Locale } from "#shared/locale.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { PaidOrderState } from "../rules/settlement.ts";

export type NewHold = {
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** The code that the discount comes from, where it is better than the pack. */
  readonly promotionId: string | undefined;
  readonly answer: string | undefined;
  readonly locale: Locale;
  readonly termsVersion: string;
  readonly requestKey: string | undefined;
  readonly payBy: Date;
  /** Whether the page refuses credit cards. */
  readonly creditBlocked: boolean;
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
  readonly createdAt: Date;
};

/**
 * Holds stock and writes the order in one statement. Undefined where the draw does not sell that many at that price at `now`.
 *
 * The statement commits without waiting for the disk, so that a hot draw's row is not locked for that long. Nothing is lost by it:
 * the buyer gets the page's address only after `recordPage`, whose commit waits for the disk and carries this one with it.
 */
export async function holdTickets(db: Db | Tx, hold: NewHold, now: Date): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH held AS (
      UPDATE lotteries SET tickets_held = tickets_held + ${hold.quantity}
      WHERE id = ${hold.lotteryId} AND status = 'active' AND sales_state = 'open' AND opens_at <= ${now} AND closes_at > ${now}
        AND price_per_ticket_pence = ${hold.unitPrice} AND tickets_sold + tickets_held + ${hold.quantity} <= tickets_available
      RETURNING id
    )
    INSERT INTO orders (kind, state, lottery_id, user_id, quantity, unit_price_pence, discount_pence, total_pence, percent_off, pack, promotion_id,
      answer, locale, terms_version, request_key, pay_by, credit_blocked, page_request, created_at)
    SELECT 'paid', 'reserved', id, ${hold.userId}, ${hold.quantity}, ${hold.unitPrice}, ${hold.discount}, ${hold.total}, ${hold.percentOff},
      ${hold.pack ?? null}, ${hold.promotionId ?? null}, ${hold.answer ?? null}, ${hold.locale}, ${hold.termsVersion}, ${hold.requestKey ?? null}, ${hold.payBy},
      ${hold.creditBlocked}, ${JSON.stringify(hold.pageRequest)}::jsonb, ${now}
    FROM held
    RETURNING id, set_config('synchronous_commit', 'off', true)`.execute(db);
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
  "created_at",
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
    createdAt: row.created_at,
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

export async function findOrderByRequest(db: Db | Tx, userId: string, requestKey: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("user_id", "=", userId).where("request_key", "=", requestKey).executeTakeFirst();
  return row && toOrder(row);
}

/** A buyer's own open page for just that many tickets of a draw at that price and total, still good at `until`; the newest of several. */
export async function findOpenOrder(
  db: Db,
  wanted: { userId: string; lotteryId: string; quantity: number; unitPrice: Pence; total: Pence; until: Date },
): Promise<OrderRow | undefined> {
  const row = await paidOrders(db)
    .where("user_id", "=", wanted.userId)
    .where("lottery_id", "=", wanted.lotteryId)
    .where("quantity", "=", wanted.quantity)
    .where("unit_price_pence", "=", wanted.unitPrice)
    .where("total_pence", "=", wanted.total)
    .where("state", "=", "awaiting_payment")
    .where("pay_by", ">", wanted.until)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
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

/** Holds whose time has come: pages past `pay_by`, those of a draw whose sales are over or of a player who rests, and orders whose page was never recorded. */
export async function listLapsedOrders(db: Db, now: Date, openedBefore: Date, limit: number): Promise<OrderRow[]> {
  const rows = await paidOrders(db)
    .where("state", "in", ["reserved", "awaiting_payment"])
    .where((eb) =>
      eb.or([
        eb("pay_by", "<=", now),
        eb.and([eb("state", "=", "reserved"), eb("created_at", "<=", openedBefore)]),
        eb(
          "lottery_id",
          "in",
          eb.selectFrom("lotteries").select("id").where("tickets_held", ">", 0).where("sales_state", "!=", "open"),
        ),
        eb.exists(
          eb
            .selectFrom("player_limits as l")
            .select("l.user_id")
            .whereRef("l.user_id", "=", "orders.user_id")
            .where((rest) => rest.or([rest("l.paused_until", ">", now), rest("l.excluded_until", ">", now)])),
        ),
      ]),
    )
    .orderBy("pay_by")
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

export type Money = {
  readonly paymentIntentId: string | undefined;
  readonly captured: Pence;
  readonly cardFunding: string | undefined;
};

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
      first_ticket_number = base + 1, page_request = NULL, settled_at = ${deal.now}
    FROM lottery WHERE orders.id = ${order.id}
    RETURNING orders.id`.execute(tx);
  return rows.length === 1;
}

/**
 * Gives the stock of an order, locked by the caller, back to the draw. The draw comes first, as it does in a hold: a new hold with the same
 * code would wait for this order while it keeps the draw for which this one waits.
 */
export async function releaseHold(tx: Tx, order: Pick<OrderRow, "id" | "lotteryId" | "quantity">, now: Date): Promise<void> {
  await giveBackHold(tx, order);
  await tx
    .updateTable("orders")
    .set({ state: "expired", page_request: null, request_key: null, ended_at: now })
    .where("id", "=", order.id)
    .execute();
}

export async function giveBackHold(tx: Tx, order: Pick<OrderRow, "lotteryId" | "quantity">): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ tickets_held: eb("tickets_held", "-", order.quantity) }))
    .where("id", "=", order.lotteryId)
    .execute();
}

export type LotteryState = {
  readonly status: string;
  readonly salesState: string;
  readonly closesAt: Date;
  readonly left: number;
};

export async function findLotteryState(db: Db | Tx, lotteryId: string): Promise<LotteryState | undefined> {
  const row = await lotteryStates(db).where("id", "=", lotteryId).executeTakeFirst();
  return row && toLotteryState(row);
}

/** Until the transaction ends, nobody sells, freezes or cancels this draw. */
export async function lockLotteryState(tx: Tx, lotteryId: string): Promise<LotteryState | undefined> {
  const row = await lotteryStates(tx).where("id", "=", lotteryId).forUpdate().executeTakeFirst();
  return row && toLotteryState(row);
}

function lotteryStates(db: Db | Tx) {
  return db
    .selectFrom("lotteries")
    .select(["status", "sales_state", "closes_at", sql<number>`tickets_available - tickets_sold - tickets_held`.as("left")]);
}

function toLotteryState(row: Awaited<ReturnType<ReturnType<typeof lotteryStates>["executeTakeFirstOrThrow"]>>): LotteryState {
  return { status: row.status, salesState: row.sales_state, closesAt: row.closes_at, left: row.left };
}
