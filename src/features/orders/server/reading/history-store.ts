/** Reads a player's purchases and receipts. */
import { parseFurtherPrizes } from "#features/lotteries/rules/prize/further-prizes.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { RefundCause } from "#shared/states.ts";
import type { HistoryOrder } from "../../rules/purchase-history.ts";
import { failedParts, hasFailed, isOnTheWay } from "../../rules/refund-state.ts";
import { codeOf, type TicketName } from "../checkout/purchase-store.ts";
import { isOwn } from "../players/owner-store.ts";
import { shownStateOf } from "./order-filter-store.ts";

/** All orders of a player but expired ones. */
export async function listHistoryOrders(db: Db, userId: string): Promise<HistoryOrder[]> {
  const rows = await db
    .selectFrom("orders as o")
    .select(["o.id", "o.order_number", "o.lottery_id", "o.kind", "o.state", "o.quantity", "o.pack", "o.total_pence"])
    .select(["o.captured_pence", "o.refunded_pence", "o.returning_pence", "o.disputed_pence", "o.charged_back_pence"])
    .select(["o.settled_at", "o.created_at", shownStateOf("o").as("shown_state")])
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
  return rows.map((row) => {
    const { shownState, disputed, chargedBack, settledAt, createdAt, ...order } = fromRow(row);
    return {
      ...order,
      state: (shownState === "disputed" || shownState === "charged_back" ? shownState : row.state) as HistoryOrder["state"],
      isOver: row.state === "refund_due" || row.state === "refunded" || row.state === "charged_back",
      withBank: pence(disputed + chargedBack),
      at: settledAt ?? createdAt,
    };
  });
}

/** A player's valid ticket numbers by draw, in order. */
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

/** A refund as shown to the buyer. A failed one counts as due until it is sent again. */
type ReceiptRefund = {
  readonly amount: Pence;
  readonly cause: RefundCause;
  readonly state: "due" | "on_its_way" | "done";
  /** Tickets that left the draw with it. */
  readonly ticketNumbers: readonly number[];
  readonly at: Date;
};

/** The refunds of an order. What a failed one left is shown as due. */
async function listReceiptRefunds(
  db: Db,
  orderId: string,
  order: { readonly state: string; readonly captured_pence: number; readonly charged_back_pence: number },
): Promise<ReceiptRefund[]> {
  const rows = await db
    .selectFrom("refunds")
    .select(["amount_pence", "reason", "state", "ticket_numbers", "is_replaced", "created_at", "sent_at", "done_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .execute();
  const refunds = rows.map(fromRow);
  const shown = refunds.flatMap((refund): ReceiptRefund[] => {
    if (hasFailed(refund.state)) return [];
    const { amount, reason: cause, ticketNumbers, createdAt, sentAt, doneAt } = refund;
    const unfinished = isOnTheWay(refund.state) ? "on_its_way" : "due";
    const state = refund.state === "succeeded" ? "done" : unfinished;
    return [{ amount, cause, state, ticketNumbers, at: doneAt ?? sentAt ?? createdAt }];
  });
  const failed = refunds.findLast((refund) => hasFailed(refund.state));
  const left = pence(order.captured_pence - order.charged_back_pence - shown.reduce((sum, { amount }) => sum + amount, 0));
  if (order.state === "refund_due" && failed && left > 0)
    shown.push({ amount: left, cause: failed.reason, state: "due", ticketNumbers: [], at: failed.createdAt });
  // The order goes on, and staff still owe the failed parts.
  if (order.state === "paid")
    for (const { amount, reason: cause, ticketNumbers, createdAt } of failedParts(refunds))
      shown.push({ amount, cause, state: "due", ticketNumbers, at: createdAt });
  return shown;
}

/** A player's paid or free order; undefined for unpaid ones and other people's. */
export async function findReceiptRow(db: Db, userId: string, orderId: string) {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("promotions as p", "p.id", "o.promotion_id")
    .select(["p.code", "p.percent_off as code_percent", "o.id", "o.order_number", "o.kind", "o.state", "o.lottery_id"])
    .select(["l.title", "l.title_fr", "l.further_prizes", "l.short_number", "l.end_date", "l.end_time", "l.takes_free_entries"])
    .select(["o.quantity", "o.unit_price_pence", "o.discount_pence", "o.percent_off", "o.pack", "o.total_pence"])
    .select(["o.captured_pence", "o.charged_back_pence", "o.payment_intent_id as payment_id", "o.card_funding"])
    .select(["o.terms_version", "o.settled_at", "o.created_at"])
    .where("o.id", "=", orderId)
    .where(isOwn("o.user_id", userId))
    .where("o.state", "not in", ["reserved", "awaiting_payment", "expired"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { title, title_fr, further_prizes, code, code_percent, charged_back_pence, settled_at, created_at, ...order } = row;
  const refunds = await listReceiptRefunds(db, orderId, row);
  return {
    ...fromRow(order),
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
    /** Of the prizes after the first one. */
    furtherTitles: parseFurtherPrizes(further_prizes).map((prize) => prize.title),
    /** The source of the discount if it is not a pack's. */
    code: codeOf({ code, code_percent }),
    at: settled_at ?? created_at,
    refunds,
  };
}
/** See `findReceiptRow`. */
export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceiptRow>>>;

/** A ticket on a receipt. */
export type ReceiptTicket = TicketName & { readonly isVoid: boolean; readonly isSuspended: boolean };

/**
 * All tickets of an order by number, void ones too. Tags are the owner's secret until the entries are
 * frozen.
 */
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
