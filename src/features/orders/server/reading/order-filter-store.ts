/** The filter and the search of the list of orders, as SQL. */
import { type SelectQueryBuilder, sql } from "kysely";
import { matchesSearch } from "#features/accounts/server/search-people.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import type { ShownState } from "../../rules/order-state.ts";
import type { OrderSearch } from "../../rules/orders-filter.ts";

/** Fields that are undefined do not filter; `until` is exclusive. */
export type OrderFilter = {
  readonly search: OrderSearch;
  readonly state: ShownState | undefined;
  readonly lotteryId: string | undefined;
  readonly provider: PaymentProviderName | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
};

type Orders = SelectQueryBuilder<DB & { o: DB["orders"] }, "o", object>;
/** Makes a query of the matching orders, aliased "o". */
export type NarrowedOrders = () => Orders;

/** Up to this many people are looked up first; a broader search joins them to the orders instead. */
const MOST_PEOPLE = 500;

function withIds(rows: readonly { readonly order_id: string }[]): (query: Orders) => Orders {
  const ids = rows.map(({ order_id }) => order_id);
  return (query) => query.where("o.id", "=", sql<string>`ANY(${ids}::uuid[])`);
}

/** Orders of people whose name or email address contains the text. */
async function byPerson(db: Db, text: string): Promise<(query: Orders) => Orders> {
  const isMatch = matchesSearch(text);
  const people = await db
    .selectFrom("users as u")
    .select("u.id")
    .where(isMatch)
    .limit(MOST_PEOPLE + 1)
    .execute();
  if (people.length <= MOST_PEOPLE)
    return (query) => query.where("o.user_id", "=", sql<string>`ANY(${people.map(({ id }) => id)}::uuid[])`);
  return (query) =>
    query.where((eb) => eb.exists(eb.selectFrom("users as u").select("u.id").whereRef("u.id", "=", "o.user_id").where(isMatch)));
}

/** A function that adds the condition of a search to a query. */
async function searchCondition(db: Db, search: OrderSearch): Promise<(query: Orders) => Orders> {
  switch (search.by) {
    case "everything":
      return (query) => query;
    case "order":
      return (query) => query.where("o.id", "=", search.id);
    case "number":
      return (query) => query.where("o.order_number", "=", search.number);
    case "payment":
      return withIds(
        await sql<{ order_id: string }>`
          SELECT id AS order_id FROM orders WHERE payment_session_id = ${search.id} OR payment_intent_id = ${search.id}
          UNION SELECT order_id FROM refunds WHERE provider_refund_id = ${search.id}
          UNION SELECT order_id FROM disputes WHERE provider_id = ${search.id}`
          .execute(db)
          .then(({ rows }) => rows),
      );
    case "ticket":
      return withIds(
        await db
          .selectFrom("tickets as t")
          .innerJoin("lotteries as l", "l.id", "t.lottery_id")
          .select("t.order_id")
          .where("l.short_number", "=", search.shortNumber)
          .where("t.ticket_number", "=", search.number)
          .execute(),
      );
    case "tag":
      return withIds(
        await db.selectFrom("tickets").select("order_id").where("tag", "=", Buffer.from(search.tag, "hex")).execute(),
      );
    case "person":
      return byPerson(db, search.text);
  }
}

/** SQL condition on a refund: a partial one failed, and no other one sends its money. */
const isOwedPart = sql<boolean>`refunds.reason = 'partial' AND refunds.state IN ('failed', 'cancelled') AND NOT refunds.is_replaced`;

/** SQL for the ids of the orders that may have the shown state `refund_failed`. */
export const PERHAPS_FAILED = sql<string>`(SELECT id FROM orders WHERE state = 'refund_due' UNION SELECT order_id FROM refunds WHERE ${isOwedPart})`;

/**
 * SQL of the state that screens show. `refund_failed`: money is owed, and neither on its way nor to be sent.
 * @param alias of the orders in the statement
 */
export function shownStateOf(alias: "o" | "orders") {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<ShownState>`CASE WHEN ${column("state")} IN ('paid', 'refund_due') AND ${column("disputed_pence")} > 0 THEN 'disputed'
    WHEN ${column("state")} = 'paid' AND ${column("charged_back_pence")} > 0
      AND ${column("charged_back_pence")} + ${column("refunded_pence")} >= ${column("captured_pence")} THEN 'charged_back'
    WHEN ${column("state")} = 'paid' AND EXISTS (SELECT FROM refunds WHERE refunds.order_id = ${column("id")} AND ${isOwedPart}) THEN 'refund_failed'
    WHEN ${column("state")} <> 'refund_due' THEN ${column("state")}
    WHEN ${column("captured_pence")} <= ${column("refunded_pence")} + ${column("returning_pence")} + ${column("charged_back_pence")} THEN 'refund_sent'
    WHEN EXISTS (SELECT FROM refunds due WHERE due.order_id = ${column("id")} AND due.state = 'due') THEN 'refund_due'
    ELSE 'refund_failed' END`;
}

/** Looks up what the search means, such as people, and returns a function that makes the query. */
export async function narrowOrders(db: Db, filter: OrderFilter): Promise<NarrowedOrders> {
  const { search, state, lotteryId, provider, from, until } = filter;
  const applySearch = await searchCondition(db, search);
  return () => {
    let query = applySearch(db.selectFrom("orders as o"));
    if (state === "refund_sent") query = query.where("o.state", "=", "refund_due").where(shownStateOf("o"), "=", state);
    else if (state === "refund_failed") query = query.where("o.id", "in", PERHAPS_FAILED).where(shownStateOf("o"), "=", state);
    else if (state === "disputed") query = query.where("o.disputed_pence", ">", 0);
    else if (state === "paid") query = query.where("o.state", "=", "paid").where("o.disputed_pence", "=", 0);
    else if (state !== undefined) query = query.where("o.state", "=", state);
    if (lotteryId !== undefined) query = query.where("o.lottery_id", "=", lotteryId);
    if (provider !== undefined) query = query.where("o.provider", "=", provider).where("o.payment_session_id", "is not", null);
    if (from !== undefined) query = query.where("o.created_at", ">=", from);
    if (until !== undefined) query = query.where("o.created_at", "<", until);
    return query;
  };
}

/** Counts up to `most`. */
export async function countOrderRows(db: Db, narrowed: NarrowedOrders, most: number): Promise<number> {
  return countRows(db.selectFrom(narrowed().select("o.id").limit(most).as("some")));
}
