/** Reads pages of the list of orders from an index, since there may be millions. */
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { OrderState, PaymentProviderName } from "#shared/states.ts";
import type { NarrowedOrders } from "./order-filter-store.ts";
import { shownStateOf } from "./order-filter-store.ts";

/** The column to sort by. */
export type OrderSort = "created" | "total";
/** A part of the sorted list. */
export type OrderPage = {
  readonly sort: OrderSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** Joins player, draw and code to these orders. */
function withNames(db: Db, orders: ReturnType<ReturnType<NarrowedOrders>["selectAll"]>) {
  return db
    .selectFrom(orders.as("o"))
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("promotions as p", "p.id", "o.promotion_id")
    .select(["o.id", "o.order_number", "o.kind", "o.state", "o.user_id", "o.lottery_id", "o.quantity", "o.total_pence"])
    .select([
      "o.refunded_pence",
      "o.returning_pence",
      "o.disputed_pence",
      "o.charged_back_pence",
      "o.tickets_refunded",
      "o.discount_pence",
      "p.code",
      "o.first_ticket_number as first_ticket",
    ])
    .select(["o.payment_session_id as payment_id", "o.provider", "o.created_at", "o.settled_at"])
    .select(shownStateOf("o").as("shown_state"))
    .select(["u.first_name", "u.last_name", "u.email", "l.title", "l.title_fr", "l.short_number"]);
}
type Row = Awaited<ReturnType<ReturnType<typeof withNames>["executeTakeFirstOrThrow"]>>;

function toListed({ first_name, last_name, title, title_fr, email, provider, ...row }: Row) {
  return {
    ...fromRow(row),
    state: row.state as OrderState,
    player: `${first_name} ${last_name}`.trim(),
    email: email ?? "",
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
    /** Undefined if there was nothing to pay. */
    provider: row.payment_id === null ? undefined : (provider as PaymentProviderName),
  };
}
/** An order in the list. */
export type ListedOrder = ReturnType<typeof toListed>;

/** The orders of a page, with the names of player and draw. */
export async function listOrderRows(db: Db, narrowed: NarrowedOrders, page: OrderPage): Promise<ListedOrder[]> {
  const column = page.sort === "total" ? "o.total_pence" : "o.created_at";
  // Both directions use one index: (created_at DESC, id).
  const [direction, tie] = page.descending ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  const pageRows = narrowed()
    .selectAll("o")
    .orderBy(column, direction)
    .orderBy("o.id", tie)
    .limit(page.limit)
    .offset(page.offset);
  const rows = await withNames(db, pageRows).orderBy(column, direction).orderBy("o.id", tie).execute();
  return rows.map(toListed);
}

/** Orders read at once. */
const BATCH_SIZE = 1000;

/** All matching orders, newest first, in batches with keyset pagination. */
export async function* streamOrderRows(db: Db, narrowed: NarrowedOrders): AsyncGenerator<ListedOrder[]> {
  for (let after: { at: string; id: string } | undefined; ;) {
    let batch = narrowed().selectAll("o").orderBy("o.created_at", "desc").orderBy("o.id").limit(BATCH_SIZE);
    if (after) {
      const { at, id } = after;
      batch = batch.where(
        sql<boolean>`o.created_at <= ${at}::timestamptz AND (o.created_at < ${at}::timestamptz OR o.id > ${id}::uuid)`,
      );
    }
    // As text: PostgreSQL has microseconds, a Date has not.
    const rows = await withNames(db, batch)
      .select(sql<string>`o.created_at::text`.as("at"))
      .orderBy("o.created_at", "desc")
      .orderBy("o.id")
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toListed);
    if (rows.length < BATCH_SIZE) return;
    after = { at: last.at, id: last.id };
  }
}

/** A draw to filter by. */
export type DrawName = { readonly id: string; readonly shortNumber: number; readonly title: Messages };

/** The newest 500 published draws. */
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
