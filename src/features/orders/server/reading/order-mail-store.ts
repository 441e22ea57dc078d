/** Reads orders as mails need them. */
import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { selectContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/purchase/promotion.ts";
import { entriesOf, selectLotteries } from "#features/lotteries/server/find-lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { RefundCause, RefundState } from "#shared/states.ts";
import { type RefundStage, stageOf } from "../../rules/refund-state.ts";
import { codeOf, selectShownRefund } from "../checkout/purchase-store.ts";

/** What a mail says about an order. */
export type OrderStory = {
  readonly id: string;
  readonly orderNumber: string;
  readonly userId: string;
  readonly lotteryId: string;
  readonly locale: Locale;
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly discount: Pence;
  readonly percentOff: number;
  readonly pack: PackName | undefined;
  /** The source of the discount if it is not a pack's. */
  readonly code: CodeView | undefined;
  readonly total: Pence;
  readonly settledAt: Date | undefined;
  readonly termsVersion: string | undefined;
  /**
   * `stage` is undefined while the refund is only owed; `isPart`: the order stays valid, without
   * the tickets of `ticketNumbers`.
   */
  readonly refund:
    | {
        readonly amount: Pence;
        readonly cause: RefundCause;
        readonly stage: RefundStage | undefined;
        readonly isPart: boolean;
        readonly ticketNumbers: readonly number[];
        readonly at: Date;
      }
    | undefined;
};

/**
 * The order of a mail. `place` identifies the row; `refund_id`: the refund that the mail is about, else the
 * shop's last one.
 */
export type MailedOrder = { readonly place: number; readonly order_id: string; readonly refund_id: string | null };

/**
 * One row for each order of `mailed` (SQL), with its draw, its reader and its tickets: only valid ones
 * unless it has ended.
 */
export function selectOrdersForMail(db: Db, mailed: RawBuilder<MailedOrder>) {
  return db
    .selectFrom(mailed.as("mailed"))
    .innerJoin("orders", "orders.id", "mailed.order_id")
    .innerJoin(selectLotteries({ db }).as("lottery"), "lottery.id", "orders.lottery_id")
    .innerJoin(selectContacts(db).as("reader"), "reader.id", "orders.user_id")
    .leftJoinLateral(
      (eb) => selectShownRefund(eb, sql.ref("mailed.refund_id")).as("refunds"),
      (join) => join.onTrue(),
    )
    .leftJoin("promotions as p", "p.id", "orders.promotion_id")
    .leftJoin("postal_cards as card", "card.order_id", "orders.id")
    .selectAll("lottery")
    .select("mailed.place")
    .select((eb) => [
      "reader.email as reader_email",
      sql<string>`CASE WHEN reader.is_confirmed THEN reader.first_name ELSE '' END`.as("reader_name"),
      entriesOf(sql.ref("orders.user_id"), sql.ref("orders.lottery_id")).as("own_entries"),
      "card.received_on",
      jsonArrayFrom(
        eb
          .selectFrom("tickets")
          .select(["ticket_number as number", sql<string>`encode(tag, 'hex')`.as("tag")])
          .whereRef("tickets.order_id", "=", "orders.id")
          .where((ticket) => ticket.or([ticket("void_at", "is", null), ticket("orders.state", "not in", ["paid", "free"])]))
          .orderBy("ticket_number"),
      ).as("tickets"),
    ])
    .select([
      "orders.id as order_id",
      "order_number",
      "user_id",
      "lottery_id",
      "orders.locale",
      "quantity",
      "unit_price_pence",
      "discount_pence",
      "orders.percent_off",
      "pack",
      "total_pence",
      "settled_at",
      "terms_version",
    ])
    .select(["orders.state as order_state", "amount_pence", "reason", "refunds.state as refund_state"])
    .select(["refunds.created_at as refund_created_at", "sent_at", "done_at", "failed_at", "ticket_numbers"])
    .select(["p.code", "p.percent_off as code_percent"]);
}
/** A row of `selectOrdersForMail`. */
export type OrderMailRow = Awaited<ReturnType<ReturnType<typeof selectOrdersForMail>["executeTakeFirstOrThrow"]>>;

type RefundColumns = {
  readonly order_state: string;
  readonly amount_pence: number | null;
  readonly reason: RefundCause | null;
  readonly refund_state: RefundState | null;
  readonly refund_created_at: Date | null;
  readonly sent_at: Date | null;
  readonly done_at: Date | null;
  readonly failed_at: Date | null;
  readonly ticket_numbers: number[] | null;
};

function refundOf(row: RefundColumns): OrderStory["refund"] {
  const { amount_pence: amount, reason: cause, refund_state: state, refund_created_at: createdAt } = row;
  if (amount === null || cause === null || state === null || createdAt === null) return undefined;
  return {
    amount: pence(amount),
    cause,
    stage: stageOf(state),
    isPart: row.order_state === "paid",
    ticketNumbers: row.ticket_numbers ?? [],
    at: row.failed_at ?? row.done_at ?? row.sent_at ?? createdAt,
  };
}

/** The order of a row. */
export function toStory(row: OrderMailRow): OrderStory {
  return {
    id: row.order_id,
    orderNumber: row.order_number,
    userId: row.user_id,
    lotteryId: row.lottery_id,
    locale: row.locale,
    quantity: row.quantity,
    unitPrice: pence(row.unit_price_pence),
    discount: pence(row.discount_pence),
    percentOff: row.percent_off,
    pack: row.pack ?? undefined,
    code: codeOf(row),
    total: pence(row.total_pence),
    settledAt: row.settled_at ?? undefined,
    termsVersion: row.terms_version ?? undefined,
    refund: refundOf(row),
  };
}
