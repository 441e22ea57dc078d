/** Reads paid orders by their keys, and lapsed holds. The other stores write them. */

import { sql } from "kysely";
import type { PageRequest } from "#platform/payments/payments.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { PaidOrderState, PaymentProviderName } from "#shared/states.ts";
import { HOLDING_STATES } from "#shared/states.ts";
import { words } from "#shared/text/words.ts";

/** The parameters of a payment page, stored until it is open: a retry makes the identical call. */
export type StoredPageRequest = Omit<PageRequest, "orderId" | "successUrl" | "cancelUrl" | "expiresAt"> & {
  readonly publicUrl: string;
};

/** A paid order, in any state; amounts in pence. */
export type OrderRow = {
  readonly id: string;
  readonly state: PaidOrderState;
  readonly lotteryId: string;
  readonly userId: string;
  readonly quantity: number;
  /** Tickets that left the draw with partial refunds. */
  readonly ticketsRefunded: number;
  readonly orderNumber: string;
  readonly unitPrice: Pence;
  readonly total: Pence;
  readonly provider: PaymentProviderName;
  readonly captured: Pence;
  readonly sessionId: string | undefined;
  readonly paymentIntentId: string | undefined;
  /** The payment chosen for capture, if the page only authorises. */
  readonly capturing: string | undefined;
  readonly paymentUrl: string | undefined;
  readonly pageRequest: StoredPageRequest | undefined;
  readonly payBy: Date | undefined;
  readonly disputed: Pence;
  readonly chargedBack: Pence;
  readonly creditBlocked: boolean;
  /** For a hold: which share the tickets count in. */
  readonly byNewcomer: boolean;
  readonly network: string | undefined;
  readonly createdAt: Date;
};

/** The columns of an `OrderRow`. */
export const columns = [
  ...words("orders.id order_number state lottery_id user_id quantity unit_price_pence total_pence provider captured_pence"),
  ...words("payment_session_id payment_intent_id capturing payment_url page_request pay_by credit_blocked by_newcomer"),
  ...words("network disputed_pence charged_back_pence tickets_refunded created_at"),
];

function paidOrders(db: Db | Tx) {
  return db.selectFrom("orders").select(columns).where("kind", "=", "paid");
}
type Row = Awaited<ReturnType<ReturnType<typeof paidOrders>["executeTakeFirstOrThrow"]>>;

/** The order of a row with these columns. */
export function toOrder(row: Row): OrderRow {
  return {
    id: row.id,
    state: row.state as PaidOrderState,
    lotteryId: row.lottery_id,
    userId: row.user_id,
    quantity: row.quantity,
    ticketsRefunded: row.tickets_refunded,
    orderNumber: row.order_number,
    unitPrice: pence(row.unit_price_pence),
    total: pence(row.total_pence),
    provider: row.provider as PaymentProviderName,
    captured: pence(row.captured_pence),
    sessionId: row.payment_session_id ?? undefined,
    paymentIntentId: row.payment_intent_id ?? undefined,
    capturing: row.capturing ?? undefined,
    paymentUrl: row.payment_url ?? undefined,
    pageRequest: (row.page_request as StoredPageRequest | null) ?? undefined,
    payBy: row.pay_by ?? undefined,
    creditBlocked: row.credit_blocked,
    byNewcomer: row.by_newcomer ?? false,
    network: row.network ?? undefined,
    disputed: pence(row.disputed_pence),
    chargedBack: pence(row.charged_back_pence),
    createdAt: row.created_at,
  };
}

/** Locks an order until the transaction ends. Lock order: order, draw, person. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(tx).where("id", "=", orderId).forNoKeyUpdate().executeTakeFirst();
  return row && toOrder(row);
}

/** By the order's id. */
export async function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("id", "=", orderId).executeTakeFirst();
  return row && toOrder(row);
}

/** The order that the buyer's request with this key created. */
export async function findOrderByRequest(db: Db | Tx, userId: string, requestKey: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("user_id", "=", userId).where("request_key", "=", requestKey).executeTakeFirst();
  return row && toOrder(row);
}

/** A buyer's holds of a draw, newest first: at most one, except for old holds. */
export async function listHoldsIn(db: Db, userId: string, lotteryId: string): Promise<OrderRow[]> {
  const rows = await paidOrders(db)
    .where("user_id", "=", userId)
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", HOLDING_STATES)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toOrder);
}

/** The buyer's newest later order of the same draw, paid or unpaid. */
export async function findNextOrder(
  db: Db,
  userId: string,
  { lotteryId, createdAt }: { readonly lotteryId: string; readonly createdAt: Date },
): Promise<OrderRow | undefined> {
  const row = await paidOrders(db)
    .where("user_id", "=", userId)
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", [...HOLDING_STATES, "paid"])
    .where("created_at", ">", createdAt)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toOrder(row);
}

type PaidSince = { readonly userId: string; readonly lotteryId: string; readonly quantity: number; readonly since: Date };

/** The id of the buyer's newest paid order of this quantity in the draw, settled after `since`. */
export async function findPaidSince(db: Db, { userId, lotteryId, quantity, since }: PaidSince): Promise<string | undefined> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("kind", "=", "paid")
    .where("state", "=", "paid")
    .where("user_id", "=", userId)
    .where("lottery_id", "=", lotteryId)
    .where("quantity", "=", quantity)
    .where("settled_at", ">", since)
    .orderBy("settled_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** By the provider's id of the payment page. */
export async function findOrderBySession(db: Db, sessionId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("payment_session_id", "=", sessionId).executeTakeFirst();
  return row && toOrder(row);
}

/** By the provider's id of the payment. */
export async function findOrderByIntent(db: Db, paymentIntentId: string): Promise<OrderRow | undefined> {
  const row = await paidOrders(db).where("payment_intent_id", "=", paymentIntentId).executeTakeFirst();
  return row && toOrder(row);
}

type LapsedFilter = {
  readonly provider: PaymentProviderName;
  readonly now: Date;
  readonly openedBefore: Date;
  readonly limit: number;
};

/**
 * Some lapsed holds, in random order: past `pay_by`, sales over, the player in a pause or erased, or
 * without a page.
 */
export async function listLapsedOrders(db: Db, { provider, now, openedBefore, limit }: LapsedFilter): Promise<OrderRow[]> {
  const rows = await paidOrders(db)
    .where("state", "in", HOLDING_STATES)
    .where("provider", "=", provider)
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
            .where((limits) =>
              limits.or([
                limits("l.paused_until", ">", now),
                limits("l.excluded_until", ">", now),
                limits("l.matched_until", ">", now),
              ]),
            ),
        ),
        // Held at the moment of the account's erasure.
        eb.exists(
          eb.selectFrom("users as u").select("u.id").whereRef("u.id", "=", "orders.user_id").where("u.erased_at", "is not", null),
        ),
      ]),
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}
