/** SQL of a player's own orders, for the profile, the receipts and the export. */
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/promotion.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { RefundCause } from "#shared/states.ts";
import type { HistoryOrder } from "../rules/purchase-history.ts";
import { hasFailed, isOnTheWay } from "../rules/refund-state.ts";
import { shownStateOf } from "./order-filter-store.ts";
import { isOwn } from "./owner-store.ts";
import { codeOf, type TicketName } from "./reading-store.ts";

export async function listHistoryOrders(db: Db, userId: string): Promise<HistoryOrder[]> {
  const rows = await db
    .selectFrom("orders as o")
    .select([
      "o.id",
      "o.order_number",
      "o.lottery_id",
      "o.kind",
      "o.state",
      "o.quantity",
      "o.pack",
      "o.total_pence",
      "o.captured_pence",
    ])
    .select([
      "o.refunded_pence",
      "o.returning_pence",
      "o.disputed_pence",
      "o.charged_back_pence",
      "o.settled_at",
      "o.created_at",
      shownStateOf("o").as("shown_state"),
    ])
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("tickets as t")
          .select((t) => [t.fn.countAll<number>().as("valid"), t.fn.count<number>("t.suspended_at").as("suspended")])
          .whereRef("t.order_id", "=", "o.id")
          .where("t.void_at", "is", null)
          .as("held"),
      (join) => join.onTrue(),
    )
    .select(["held.valid", "held.suspended"])
    .where(isOwn("o.user_id", userId))
    .where("o.state", "!=", "expired")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    orderNumber: row.order_number,
    lotteryId: row.lottery_id,
    kind: row.kind as HistoryOrder["kind"],
    state: (row.shown_state === "disputed" || row.shown_state === "charged_back"
      ? row.shown_state
      : row.state) as HistoryOrder["state"],
    isOver: row.state === "refund_due" || row.state === "refunded" || row.state === "charged_back",
    quantity: row.quantity,
    pack: row.pack ?? undefined,
    total: pence(row.total_pence),
    captured: pence(row.captured_pence),
    refunded: pence(row.refunded_pence),
    returning: pence(row.returning_pence),
    withBank: pence(row.disputed_pence + row.charged_back_pence),
    at: row.settled_at ?? row.created_at,
    valid: row.valid,
    suspended: row.suspended,
  }));
}

/** Numbers of a player's valid tickets by draw, ascending. */
export async function listValidNumbers(db: Db, userId: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await db
    .selectFrom("tickets")
    .select((eb) => ["lottery_id", eb.fn.agg<number[]>("array_agg", ["ticket_number"]).orderBy("ticket_number").as("numbers")])
    .where(isOwn("user_id", userId))
    .where("void_at", "is", null)
    .groupBy("lottery_id")
    .execute();
  return new Map(rows.map((row) => [row.lottery_id, row.numbers]));
}

/** An order that came to something, with every sum. Refunds are in the order in which they were begun; what failed is owed until it is sent again. */
export type ReceiptRow = {
  readonly id: string;
  readonly orderNumber: string;
  readonly kind: "paid" | "free";
  readonly state: string;
  readonly lotteryId: string;
  readonly lotteryTitle: Messages;
  readonly shortNumber: number;
  readonly endDate: string;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** What the discount comes from where it is no pack. */
  readonly code: CodeView | undefined;
  readonly total: Pence;
  readonly captured: Pence;
  readonly paymentId: string | undefined;
  readonly cardFunding: string | undefined;
  readonly termsVersion: string | undefined;
  readonly at: Date;
  readonly refunds: readonly {
    readonly amount: Pence;
    readonly cause: RefundCause;
    readonly state: "due" | "on_its_way" | "done";
    readonly at: Date;
  }[];
};

export async function findReceiptRow(db: Db, userId: string, orderId: string): Promise<ReceiptRow | undefined> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("promotions as p", "p.id", "o.promotion_id")
    .select(["p.code", "p.percent_off as code_percent"])
    .select([
      "o.id",
      "o.order_number",
      "o.kind",
      "o.state",
      "o.lottery_id",
      "l.title",
      "l.title_fr",
      "l.short_number",
      "l.end_date",
    ])
    .select(["o.quantity", "o.unit_price_pence", "o.discount_pence", "o.percent_off", "o.pack", "o.total_pence"])
    .select([
      "o.captured_pence",
      "o.charged_back_pence",
      "o.payment_intent_id",
      "o.card_funding",
      "o.terms_version",
      "o.settled_at",
      "o.created_at",
    ])
    .where("o.id", "=", orderId)
    .where(isOwn("o.user_id", userId))
    .where("o.state", "not in", ["reserved", "awaiting_payment", "expired"])
    .executeTakeFirst();
  if (!row) return undefined;
  const refunds = await db
    .selectFrom("refunds")
    .select(["amount_pence", "reason", "state", "created_at", "sent_at", "done_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .execute();
  const told = refunds.flatMap((refund) => {
    if (hasFailed(refund.state)) return [];
    const state =
      refund.state === "succeeded" ? ("done" as const) : isOnTheWay(refund.state) ? ("on_its_way" as const) : ("due" as const);
    const at = refund.done_at ?? refund.sent_at ?? refund.created_at;
    return [{ amount: pence(refund.amount_pence), cause: refund.reason, state, at }];
  });
  const failed = refunds.findLast((refund) => hasFailed(refund.state));
  const left = pence(row.captured_pence - row.charged_back_pence - told.reduce((sum, { amount }) => sum + amount, 0));
  if (row.state === "refund_due" && failed && left > 0)
    told.push({ amount: left, cause: failed.reason, state: "due", at: failed.created_at });
  return {
    id: row.id,
    orderNumber: row.order_number,
    kind: row.kind as ReceiptRow["kind"],
    state: row.state,
    lotteryId: row.lottery_id,
    lotteryTitle: { en: row.title, fr: row.title_fr ?? undefined },
    shortNumber: row.short_number,
    endDate: row.end_date,
    quantity: row.quantity,
    unitPrice: pence(row.unit_price_pence),
    discount: pence(row.discount_pence),
    percentOff: row.percent_off,
    pack: row.pack ?? undefined,
    code: codeOf(row),
    total: pence(row.total_pence),
    captured: pence(row.captured_pence),
    paymentId: row.payment_intent_id ?? undefined,
    cardFunding: row.card_funding ?? undefined,
    termsVersion: row.terms_version ?? undefined,
    at: row.settled_at ?? row.created_at,
    refunds: told,
  };
}

export type ReceiptTicket = TicketName & { readonly isVoid: boolean; readonly isSuspended: boolean };

/** Ascending, void ones included; with their tags, which are the owner's alone until the entries are frozen. */
export async function listReceiptTickets(db: Db, orderId: string): Promise<ReceiptTicket[]> {
  const rows = await db
    .selectFrom("tickets")
    .select(["ticket_number", "tag", "void_at", "suspended_at"])
    .where("order_id", "=", orderId)
    .orderBy("ticket_number")
    .execute();
  return rows.map((row) => ({
    number: row.ticket_number,
    tag: row.tag.toString("hex"),
    isVoid: row.void_at !== null,
    isSuspended: row.void_at === null && row.suspended_at !== null,
  }));
}
