/** Reads a purchase and tickets for their buyer. */
import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { CodeView } from "#features/lotteries/rules/purchase/promotion.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { PaidOrderState } from "#shared/states.ts";
import type { Ticket } from "../../rules/ticket-json.ts";
import { isOwn } from "../players/owner-store.ts";
import { shownStateOf } from "../reading/order-filter-store.ts";

/**
 * Selects the refund to show: the one with `refundId`, else the shop's last one, which ended the order, else
 * the provider's.
 */
export function selectShownRefund(eb: ExpressionBuilder<DB, "orders">, refundId?: RawBuilder<string | null>) {
  const refunds = eb
    .selectFrom("refunds as r")
    .select([
      "r.amount_pence",
      "r.reason",
      "r.state",
      "r.created_at",
      "r.sent_at",
      "r.done_at",
      "r.failed_at",
      "r.ticket_numbers",
    ])
    .whereRef("r.order_id", "=", "orders.id");
  const candidates = refundId ? refunds.where(sql<boolean>`r.id = coalesce(${refundId}, r.id)`) : refunds;
  return candidates.orderBy("r.by_shop", "desc").orderBy("r.created_at", "desc").limit(1);
}

/** The code of an order's row, if it has one. */
export function codeOf(row: { readonly code: string | null; readonly code_percent: number | null }): CodeView | undefined {
  return row.code === null || row.code_percent === null ? undefined : { code: row.code, percentOff: row.code_percent };
}

/**
 * A buyer's order, by session or by id. `refundReason`: why its money is refunded, if it is; `code`: the
 * source of a discount that is not a pack's.
 */
export async function findPurchaseRow(db: Db, userId: string, key: { readonly sessionId?: string; readonly orderId?: string }) {
  const row = await db
    .selectFrom("orders")
    .leftJoinLateral(
      (eb) => selectShownRefund(eb).as("refunds"),
      (join) => join.onTrue(),
    )
    .leftJoin("promotions as p", "p.id", "orders.promotion_id")
    .select([
      "orders.id as order_id",
      "order_number",
      "orders.state",
      "orders.created_at",
      "orders.pay_by",
      "captured_pence",
      "lottery_id",
      "quantity",
    ])
    .select([
      "unit_price_pence",
      "discount_pence",
      "total_pence",
      "pack",
      "orders.percent_off",
      "refunds.reason as refund_reason",
    ])
    .select(["p.code", "p.percent_off as code_percent", shownStateOf("orders").as("shown_state")])
    .where("orders.kind", "=", "paid")
    .where("orders.user_id", "=", userId)
    .where((eb) =>
      key.sessionId === undefined ? eb("orders.id", "=", key.orderId ?? "") : eb("payment_session_id", "=", key.sessionId),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { code, code_percent, ...purchase } = row;
  return { ...fromRow(purchase), state: row.state as PaidOrderState, code: codeOf({ code, code_percent }) };
}
/** See `findPurchaseRow`. */
export type PurchaseRow = NonNullable<Awaited<ReturnType<typeof findPurchaseRow>>>;

/** A player's tickets, newest first: of one session or order, or all. */
export async function listTicketRows(
  db: Db,
  userId: string,
  filter: { readonly sessionId?: string; readonly orderId?: string },
): Promise<Ticket[]> {
  let query = db
    .selectFrom("tickets")
    .innerJoin("orders", "orders.id", "tickets.order_id")
    .innerJoin("lotteries", "lotteries.id", "tickets.lottery_id")
    .select(["tickets.lottery_id", "short_number", "ticket_number", "tag", "purchase_date", "void_at", "suspended_at"])
    .select(["order_number", "title", "title_fr", "lotteries.status as lottery_status", "price_per_ticket_pence"])
    .select("payment_session_id as transaction_id")
    .where(isOwn("orders.user_id", userId))
    .orderBy("purchase_date", "desc")
    .orderBy("ticket_number");
  if (filter.sessionId !== undefined) query = query.where("orders.payment_session_id", "=", filter.sessionId);
  if (filter.orderId !== undefined) query = query.where("orders.id", "=", filter.orderId);
  const rows = await query.execute();
  return rows.map(({ title, title_fr, tag, ticket_number, void_at, suspended_at, ...row }) => ({
    ...fromRow(row),
    number: ticket_number,
    tag: tag.toString("hex"),
    isVoid: void_at !== null,
    voidAt: void_at ?? undefined,
    isSuspended: void_at === null && suspended_at !== null,
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
  }));
}

/** A ticket's number, and its secret tag in hex. */
export type TicketName = { readonly number: number; readonly tag: string };
