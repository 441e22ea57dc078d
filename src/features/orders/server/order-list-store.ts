/** SQL of looking over all orders. With a million of them each page is read from an index; what is counted is counted up to a bound. */
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { OrderState, PaymentProviderName } from "#shared/states.ts";
import type { ShownState } from "../rules/order-state.ts";
import type { NarrowedOrders } from "./order-filter-store.ts";
import { shownStateOf } from "./order-filter-store.ts";

export type OrderSort = "created" | "total";
export type ListedOrder = {
  readonly id: string;
  readonly orderNumber: string;
  readonly kind: "paid" | "free";
  readonly state: OrderState;
  readonly shownState: ShownState;
  readonly userId: string;
  /** Empty where the account is erased, and so is the address; that may be missing besides. */
  readonly player: string;
  readonly email: string;
  readonly lotteryId: string;
  readonly lotteryTitle: Messages;
  readonly shortNumber: number;
  readonly quantity: number;
  readonly discount: Pence;
  /** The promotion code that gave the discount. */
  readonly code: string | undefined;
  readonly total: Pence;
  readonly refunded: Pence;
  readonly returning: Pence;
  readonly firstTicket: number | undefined;
  readonly paymentId: string | undefined;
  /** Undefined where nothing was to be paid. */
  readonly provider: PaymentProviderName | undefined;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
};

/** By place in the list. */
export type OrderPage = {
  readonly sort: OrderSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

export async function listOrderRows(db: Db, narrowed: NarrowedOrders, page: OrderPage): Promise<ListedOrder[]> {
  const column = page.sort === "total" ? "o.total_pence" : "o.created_at";
  // Either way along one index: (created_at DESC, id).
  const [direction, tie] = page.descending ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  const some = narrowed().selectAll("o").orderBy(column, direction).orderBy("o.id", tie).limit(page.limit).offset(page.offset);
  const rows = await withNames(db, some).orderBy(column, direction).orderBy("o.id", tie).execute();
  return rows.map(toListed);
}

/** All that match, newest first, some hundred at a time; each piece begins where the last one ended. */
export async function* streamOrderRows(db: Db, narrowed: NarrowedOrders, piece = 1000): AsyncGenerator<ListedOrder[]> {
  for (let after: { at: string; id: string } | undefined; ; ) {
    let some = narrowed().selectAll("o").orderBy("o.created_at", "desc").orderBy("o.id").limit(piece);
    if (after) {
      const { at, id } = after;
      some = some.where(
        sql<boolean>`o.created_at <= ${at}::timestamptz AND (o.created_at < ${at}::timestamptz OR o.id > ${id}::uuid)`,
      );
    }
    // As text: the database counts microseconds, and this clock does not.
    const rows = await withNames(db, some)
      .select(sql<string>`o.created_at::text`.as("at"))
      .orderBy("o.created_at", "desc")
      .orderBy("o.id")
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toListed);
    if (rows.length < piece) return;
    after = { at: last.at, id: last.id };
  }
}

function withNames(db: Db, orders: ReturnType<ReturnType<NarrowedOrders>["selectAll"]>) {
  return db
    .selectFrom(orders.as("o"))
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
      "o.total_pence",
      "o.refunded_pence",
    ])
    .select(["o.returning_pence", shownStateOf("o").as("shown_state")])
    .select([
      "o.first_ticket_number",
      "o.payment_session_id",
      "o.provider",
      "o.created_at",
      "o.settled_at",
      "o.discount_pence",
      "p.code",
    ])
    .select(["u.first_name", "u.last_name", "u.email", "l.title", "l.title_fr", "l.short_number"]);
}
type Row = Awaited<ReturnType<ReturnType<typeof withNames>["executeTakeFirstOrThrow"]>>;

function toListed(row: Row): ListedOrder {
  return {
    id: row.id,
    orderNumber: row.order_number,
    kind: row.kind as ListedOrder["kind"],
    state: row.state as OrderState,
    shownState: row.shown_state,
    userId: row.user_id,
    player: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email ?? "",
    lotteryId: row.lottery_id,
    lotteryTitle: { en: row.title, fr: row.title_fr ?? undefined },
    shortNumber: row.short_number,
    quantity: row.quantity,
    discount: pence(row.discount_pence),
    code: row.code ?? undefined,
    total: pence(row.total_pence),
    refunded: pence(row.refunded_pence),
    returning: pence(row.returning_pence),
    firstTicket: row.first_ticket_number ?? undefined,
    paymentId: row.payment_session_id ?? undefined,
    provider: row.payment_session_id === null ? undefined : (row.provider as PaymentProviderName),
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  };
}

export type DrawName = { readonly id: string; readonly shortNumber: number; readonly title: Messages };

/** Every draw that an order can be of, newest first. */
export async function listDrawNames(db: Db): Promise<DrawName[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select(["id", "short_number", "title", "title_fr"])
    .where("status", "!=", "draft")
    .orderBy("created_at", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    shortNumber: row.short_number,
    title: { en: row.title, fr: row.title_fr ?? undefined },
  }));
}
