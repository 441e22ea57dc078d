/** SQL of looking at orders and tickets. */
import type { ExpressionBuilder } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/promotion.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { LotteryStatus, PaidOrderState, RefundCause } from "#shared/states.ts";
import type { ShownState } from "../rules/order-state.ts";
import { shownStateOf } from "./order-filter-store.ts";
import { isOwn } from "./owner-store.ts";

/** How a purchase stands. `refundReason` says why money goes back, if it does. */
export type PurchaseRow = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly state: PaidOrderState;
  readonly shownState: ShownState;
  /** What was taken for it. */
  readonly captured: Pence;
  readonly lotteryId: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly total: Pence;
  readonly pack: PackName | undefined;
  /** What the discount comes from where it is no pack. */
  readonly code: CodeView | undefined;
  readonly refundReason: RefundCause | undefined;
};

/** The one that is named; else, of refunds by the shop and at the provider, the shop's last: it is the one that ended the order. */
export function refundToTell(eb: ExpressionBuilder<DB, "orders">, refundId?: string) {
  const refunds = eb
    .selectFrom("refunds as r")
    .select(["r.amount_pence", "r.reason", "r.state", "r.created_at", "r.sent_at", "r.done_at", "r.failed_at"])
    .whereRef("r.order_id", "=", "orders.id");
  if (refundId !== undefined) return refunds.where("r.id", "=", refundId);
  return refunds.orderBy("r.by_shop", "desc").orderBy("r.created_at", "desc").limit(1);
}

export function codeOf(row: { readonly code: string | null; readonly code_percent: number | null }): CodeView | undefined {
  return row.code === null || row.code_percent === null ? undefined : { code: row.code, percentOff: row.code_percent };
}

export async function findPurchaseRow(
  db: Db,
  userId: string,
  by: { readonly sessionId?: string; readonly orderId?: string },
): Promise<PurchaseRow | undefined> {
  const row = await db
    .selectFrom("orders")
    .leftJoinLateral(
      (eb) => refundToTell(eb).as("refunds"),
      (join) => join.onTrue(),
    )
    .leftJoin("promotions as p", "p.id", "orders.promotion_id")
    .select([
      "orders.id",
      "order_number",
      "orders.state",
      "captured_pence",
      shownStateOf("orders").as("shown_state"),
      "lottery_id",
      "quantity",
      "unit_price_pence",
      "discount_pence",
      "total_pence",
      "pack",
      "refunds.reason",
      "p.code",
      "p.percent_off as code_percent",
    ])
    .where("orders.kind", "=", "paid")
    .where("orders.user_id", "=", userId)
    .where((eb) =>
      by.sessionId === undefined ? eb("orders.id", "=", by.orderId ?? "") : eb("payment_session_id", "=", by.sessionId),
    )
    .executeTakeFirst();
  return (
    row && {
      orderId: row.id,
      orderNumber: row.order_number,
      state: row.state as PaidOrderState,
      shownState: row.shown_state,
      captured: pence(row.captured_pence),
      lotteryId: row.lottery_id,
      quantity: row.quantity,
      unitPrice: pence(row.unit_price_pence),
      discount: pence(row.discount_pence),
      total: pence(row.total_pence),
      pack: row.pack ?? undefined,
      code: codeOf(row),
      refundReason: row.reason ?? undefined,
    }
  );
}

/** One ticket with what its stub shows. `transactionId` is the payment session's id, absent for free entries. */
export type TicketRow = {
  readonly orderNumber: string;
  readonly lotteryId: string;
  readonly shortNumber: number;
  readonly number: number;
  readonly tag: string;
  readonly purchaseDate: Date;
  readonly isVoid: boolean;
  /** Takes no part while a bank decides on its payment. */
  readonly isSuspended: boolean;
  readonly transactionId: string | undefined;
  readonly lotteryTitle: Messages;
  readonly lotteryStatus: LotteryStatus;
  readonly pricePerTicket: Pence;
};

/** A person's tickets, newest purchase first, by number within it. */
export async function listTicketRows(
  db: Db,
  userId: string,
  of: { readonly sessionId?: string; readonly orderId?: string },
): Promise<TicketRow[]> {
  let query = db
    .selectFrom("tickets")
    .innerJoin("orders", "orders.id", "tickets.order_id")
    .innerJoin("lotteries", "lotteries.id", "tickets.lottery_id")
    .select([
      "tickets.lottery_id",
      "short_number",
      "ticket_number",
      "tag",
      "purchase_date",
      "void_at",
      "suspended_at",
      "payment_session_id",
    ])
    .select(["order_number", "title", "title_fr", "lotteries.status", "price_per_ticket_pence"])
    .where(isOwn("orders.user_id", userId))
    .orderBy("purchase_date", "desc")
    .orderBy("ticket_number");
  if (of.sessionId !== undefined) query = query.where("orders.payment_session_id", "=", of.sessionId);
  if (of.orderId !== undefined) query = query.where("orders.id", "=", of.orderId);
  const rows = await query.execute();
  return rows.map((row) => ({
    orderNumber: row.order_number,
    lotteryId: row.lottery_id,
    shortNumber: row.short_number,
    number: row.ticket_number,
    tag: row.tag.toString("hex"),
    purchaseDate: row.purchase_date,
    isVoid: row.void_at !== null,
    isSuspended: row.void_at === null && row.suspended_at !== null,
    transactionId: row.payment_session_id ?? undefined,
    lotteryTitle: { en: row.title, fr: row.title_fr ?? undefined },
    lotteryStatus: row.status,
    pricePerTicket: pence(row.price_per_ticket_pence),
  }));
}

export type TicketName = { readonly number: number; readonly tag: string };
