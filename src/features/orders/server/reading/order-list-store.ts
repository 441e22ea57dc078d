/** SQL of the order list. Pages are read from an index, counts stop at a bound: orders may be millions. */
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { OrderState, PaymentProviderName } from "#shared/states.ts";
import type { NarrowedOrders } from "./order-filter-store.ts";
import { shownStateOf } from "./order-filter-store.ts";

export type OrderSort = "created" | "total";
export type OrderPage = {
  readonly sort: OrderSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

export async function listOrderRows(db: Db, narrowed: NarrowedOrders, page: OrderPage): Promise<ListedOrder[]> {
  const column = page.sort === "total" ? "o.total_pence" : "o.created_at";
  // Both directions use one index: (created_at DESC, id).
  const [direction, tie] = page.descending ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  const some = narrowed().selectAll("o").orderBy(column, direction).orderBy("o.id", tie).limit(page.limit).offset(page.offset);
  const rows = await withNames(db, some).orderBy(column, direction).orderBy("o.id", tie).execute();
  return rows.map(toListed);
}

const PIECE = 1000;

/** All matching orders, newest first, in batches with keyset pagination. */
export async function* streamOrderRows(db: Db, narrowed: NarrowedOrders): AsyncGenerator<ListedOrder[]> {
  for (let after: { at: string; id: string } | undefined; ;) {
    let some = narrowed().selectAll("o").orderBy("o.created_at", "desc").orderBy("o.id").limit(PIECE);
    if (after) {
      const { at, id } = after;
      some = some.where(
        sql<boolean>`o.created_at <= ${at}::timestamptz AND (o.created_at < ${at}::timestamptz OR o.id > ${id}::uuid)`,
      );
    }
    // As text: PostgreSQL has microseconds, a Date has not.
    const rows = await withNames(db, some)
      .select(sql<string>`o.created_at::text`.as("at"))
      .orderBy("o.created_at", "desc")
      .orderBy("o.id")
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toListed);
    if (rows.length < PIECE) return;
    after = { at: last.at, id: last.id };
  }
}

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
export type ListedOrder = ReturnType<typeof toListed>;

export type DrawName = { readonly id: string; readonly shortNumber: number; readonly title: Messages };

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
