/** Reads an order for its page in the back office. */
import { isFrozen } from "#features/lotteries/rules/lifecycle.ts";
import { answerText, parseQuiz } from "#features/lotteries/rules/purchase/quiz.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { shownStateOf } from "./order-filter-store.ts";

/** A ticket without its tag, which is the owner's secret until the entries are frozen. */
export type OrderTicket = { readonly number: number; readonly isVoid: boolean; readonly isSuspended: boolean };

/** By number, void ones too. */
export async function listOrderTickets(db: Db | Tx, orderId: string): Promise<OrderTicket[]> {
  const rows = await db
    .selectFrom("tickets")
    .select(["ticket_number", "void_at", "suspended_at"])
    .where("order_id", "=", orderId)
    .orderBy("ticket_number")
    .execute();
  return rows.map((row) => ({
    number: row.ticket_number,
    isVoid: row.void_at !== null,
    isSuspended: row.void_at === null && row.suspended_at !== null,
  }));
}

/**
 * The order with player and draw. Money: `refunded` arrived, `returning` on its way, `disputed` held by
 * banks, `chargedBack` kept by them.
 */
export async function findOrderDetail(db: Db, orderId: string) {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("promotions as p", "p.id", "o.promotion_id")
    .select(["o.id", "o.order_number", "o.kind", "o.state", "o.user_id", "o.lottery_id", "o.quantity", "o.unit_price_pence"])
    .select(["o.discount_pence", "o.percent_off", "o.pack", "o.total_pence", "o.captured_pence", "o.refunded_pence"])
    .select(["o.returning_pence", "o.disputed_pence", "o.charged_back_pence", "o.answer", "o.locale", "o.terms_version"])
    .select(["o.payment_session_id as session_id", "o.payment_intent_id", "o.provider", "o.card_funding", "p.code"])
    .select(["o.created_at", "o.pay_by", "o.settled_at", "o.ended_at", shownStateOf("o").as("shown_state")])
    .select(["u.first_name", "u.last_name", "u.email", "l.title", "l.title_fr", "l.short_number", "l.sales_state", "l.status"])
    .select("l.quiz")
    .where("o.id", "=", orderId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { first_name, last_name, title, title_fr, sales_state, status, quiz, provider, ...columns } = row;
  const order = fromRow(columns);
  return {
    ...order,
    player: `${first_name} ${last_name}`.trim(),
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
    /** The list of entries is fixed, so tags are public. */
    isPublic: isFrozen({ salesState: sales_state }),
    isLive: status === "active",
    answer: answerText(parseQuiz(quiz), order.answer, order.locale),
    provider: order.sessionId === undefined ? undefined : (provider as PaymentProviderName),
  };
}
/** See `findOrderDetail`. */
export type OrderDetail = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>;

/** Oldest first. */
export async function listOrderRefunds(db: Db, orderId: string) {
  const rows = await db
    .selectFrom("refunds")
    .select(["amount_pence", "reason", "state", "attempts", "last_error", "failure_reason", "ticket_numbers", "is_replaced"])
    .select(["created_at", "sent_at", "done_at", "failed_at", "provider_refund_id"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({ ...fromRow(row), cause: row.reason }));
}
/** A refund of the order. */
export type OrderRefund = Awaited<ReturnType<typeof listOrderRefunds>>[number];

/** The provider's events about the order, oldest first. */
export async function listOrderEvents(db: Db, orderId: string) {
  const rows = await db
    .selectFrom("payment_events")
    .select(["id", "type", "created_at", "received_at", "processed_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("received_at")
    .execute();
  return rows.map(fromRow);
}
/** An event of the provider. */
export type OrderEvent = Awaited<ReturnType<typeof listOrderEvents>>[number];
