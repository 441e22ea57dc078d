/** SQL of one order with everything that is known of it. */
import { isFrozen } from "#features/lotteries/rules/lifecycle.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import { answerText, parseQuiz } from "#features/lotteries/rules/quiz.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/locale.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { OrderState, PaymentProviderName, RefundCause, RefundState } from "#shared/states.ts";
import type { ShownState } from "../rules/order-state.ts";
import { shownStateOf } from "./order-filter-store.ts";

/** Without its tag, which is the owner's alone until the entries are frozen. */
export type OrderTicket = { readonly number: number; readonly isVoid: boolean; readonly isSuspended: boolean };

/** Ascending, void ones included. */
export async function listOrderTickets(db: Db, orderId: string): Promise<OrderTicket[]> {
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

export type OrderRefund = {
  readonly amount: Pence;
  readonly cause: RefundCause;
  readonly state: RefundState;
  readonly attempts: number;
  readonly lastError: string | undefined;
  /** The provider's word for why it failed. */
  readonly failureReason: string | undefined;
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
  readonly doneAt: Date | undefined;
  readonly failedAt: Date | undefined;
};
export type OrderEvent = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly receivedAt: Date;
  readonly processedAt: Date | undefined;
};

export type OrderDetail = {
  readonly id: string;
  readonly orderNumber: string;
  readonly kind: "paid" | "free";
  readonly state: OrderState;
  readonly shownState: ShownState;
  readonly userId: string;
  /** Empty where the account is erased. */
  readonly player: string;
  readonly email: string | undefined;
  readonly lotteryId: string;
  readonly lotteryTitle: Messages;
  readonly shortNumber: number;
  /** Its list of entries is fixed, and so everybody may read the tags. */
  readonly isPublic: boolean;
  readonly isLive: boolean;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** The promotion code that gave the discount, in place of a pack. */
  readonly code: string | undefined;
  readonly total: Pence;
  readonly captured: Pence;
  /** What has gone back, and what is on its way. */
  readonly refunded: Pence;
  readonly returning: Pence;
  /** What banks hold of it while they decide, and what they have kept. */
  readonly disputed: Pence;
  readonly chargedBack: Pence;
  readonly answer: string | undefined;
  readonly locale: Locale;
  readonly termsVersion: string | undefined;
  readonly sessionId: string | undefined;
  /** Undefined where nothing was to be paid. */
  readonly provider: PaymentProviderName | undefined;
  readonly paymentIntentId: string | undefined;
  readonly cardFunding: string | undefined;
  readonly createdAt: Date;
  readonly payBy: Date | undefined;
  readonly settledAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

export async function findOrderDetail(db: Db, orderId: string): Promise<OrderDetail | undefined> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("promotions as p", "p.id", "o.promotion_id")
    .select([
      "o.id",
      "o.order_number",
      "o.kind",
      "o.state",
      "o.user_id",
      "o.lottery_id",
      "o.quantity",
      "o.unit_price_pence",
      "o.discount_pence",
    ])
    .select([
      "o.percent_off",
      "o.pack",
      "o.total_pence",
      "o.captured_pence",
      "o.refunded_pence",
      "o.returning_pence",
      "o.disputed_pence",
      "o.charged_back_pence",
      "o.answer",
      "o.locale",
    ])
    .select(["o.terms_version", "o.payment_session_id", "o.payment_intent_id", "o.provider", "o.card_funding", "p.code"])
    .select(["o.created_at", "o.pay_by", "o.settled_at", "o.ended_at", shownStateOf("o").as("shown_state")])
    .select([
      "u.first_name",
      "u.last_name",
      "u.email",
      "l.title",
      "l.title_fr",
      "l.short_number",
      "l.sales_state",
      "l.status",
      "l.quiz",
    ])
    .where("o.id", "=", orderId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      orderNumber: row.order_number,
      kind: row.kind as OrderDetail["kind"],
      state: row.state as OrderState,
      shownState: row.shown_state,
      userId: row.user_id,
      player: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email ?? undefined,
      lotteryId: row.lottery_id,
      lotteryTitle: { en: row.title, fr: row.title_fr ?? undefined },
      shortNumber: row.short_number,
      isPublic: isFrozen({ salesState: row.sales_state }),
      isLive: row.status === "active",
      quantity: row.quantity,
      unitPrice: pence(row.unit_price_pence),
      discount: pence(row.discount_pence),
      percentOff: row.percent_off,
      pack: row.pack ?? undefined,
      code: row.code ?? undefined,
      total: pence(row.total_pence),
      captured: pence(row.captured_pence),
      refunded: pence(row.refunded_pence),
      returning: pence(row.returning_pence),
      disputed: pence(row.disputed_pence),
      chargedBack: pence(row.charged_back_pence),
      answer: answerText(parseQuiz(row.quiz), row.answer ?? undefined, row.locale as Locale),
      locale: row.locale,
      termsVersion: row.terms_version ?? undefined,
      sessionId: row.payment_session_id ?? undefined,
      provider: row.payment_session_id === null ? undefined : (row.provider as PaymentProviderName),
      paymentIntentId: row.payment_intent_id ?? undefined,
      cardFunding: row.card_funding ?? undefined,
      createdAt: row.created_at,
      payBy: row.pay_by ?? undefined,
      settledAt: row.settled_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
    }
  );
}

/** In the order in which they were begun. */
export async function listOrderRefunds(db: Db, orderId: string): Promise<OrderRefund[]> {
  const rows = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("created_at").execute();
  return rows.map((row) => ({
    amount: pence(row.amount_pence),
    cause: row.reason,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    failureReason: row.failure_reason ?? undefined,
    createdAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    doneAt: row.done_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
  }));
}

/** In the order in which they happened. */
export async function listOrderEvents(db: Db, orderId: string): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom("payment_events")
    .select(["id", "type", "created_at", "received_at", "processed_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("received_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdAt: row.created_at,
    receivedAt: row.received_at,
    processedAt: row.processed_at ?? undefined,
  }));
}
