/** The list of orders in the back office. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { londonSpan } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { PAYMENT_PROVIDERS } from "#shared/states.ts";
import { isShownState } from "../../rules/order-state.ts";
import type { OrdersFilter } from "../../rules/orders-filter.ts";
import { readOrderSearch } from "../../rules/orders-filter.ts";
import { countOrderRows, narrowOrders, type OrderFilter } from "./order-filter-store.ts";
import { type DrawName, type ListedOrder, listDrawNames, listOrderRows, type OrderSort } from "./order-list-store.ts";

export const ORDERS_PER_PAGE = 25;
/** Deep pages are slow and not useful: beyond this, staff are asked to search. */
const MOST_LISTED = 10_000;
/** The columns that the list can be sorted by. */
export const ORDER_SORTS: readonly OrderSort[] = ["created", "total"];

/** A page of the list; `draws`: those to filter by. */
export type OrderList = {
  readonly orders: readonly ListedOrder[];
  /** Number of matches, counted up to `MOST_LISTED`; `isMore` if there are more. */
  readonly found: number;
  readonly isMore: boolean;
  readonly draws: readonly DrawName[];
};

/** Checks the filter of an address; undefined if a field is invalid, so that nothing matches. */
export function readFilter({ q, state, draw, provider: providerName, from, to }: OrdersFilter): OrderFilter | undefined {
  const span = londonSpan(from, to);
  const provider = PAYMENT_PROVIDERS.find((name) => name === providerName);
  const isInvalid =
    (providerName !== "" && !provider) || (state !== "" && !isShownState(state)) || (draw !== "" && !isUuid(draw));
  if (isInvalid || !span) return undefined;
  return {
    search: readOrderSearch(q),
    state: isShownState(state) ? state : undefined,
    lotteryId: draw || undefined,
    provider,
    ...span,
  };
}

/** Requires the right `orders.read`. */
export async function listOrders(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  query: OrdersFilter & { readonly sort: OrderSort; readonly descending: boolean; readonly page: number },
): Promise<Result<OrderList, "forbidden">> {
  if (!(await may(ctx, actor, "orders.read"))) return err("forbidden");
  const draws = await listDrawNames(ctx.db);
  const filter = readFilter(query);
  if (!filter) return ok({ orders: [], found: 0, isMore: false, draws });
  const { sort, descending, page } = query;
  const offset = Math.min((page - 1) * ORDERS_PER_PAGE, MOST_LISTED);
  const limit = Math.min(ORDERS_PER_PAGE, MOST_LISTED - offset);
  const matching = await narrowOrders(ctx.db, filter);
  const [found, orders] = await Promise.all([
    countOrderRows(ctx.db, matching, MOST_LISTED + 1),
    listOrderRows(ctx.db, matching, { sort, descending, limit, offset }),
  ]);
  return ok({ orders, found: Math.min(found, MOST_LISTED), isMore: found > MOST_LISTED, draws });
}
