/** The file of orders for staff. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { londonTimestamp } from "#shared/dates/dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { toPounds } from "#shared/money/money.ts";
import { ok, type Result } from "#shared/result.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { csvLine } from "#shared/text/csv.ts";
import type { OrdersFilter } from "../../rules/orders-filter.ts";
import { readFilter } from "./list-orders.ts";
import { narrowOrders, type OrderFilter } from "./order-filter-store.ts";
import { type ListedOrder, streamOrderRows } from "./order-list-store.ts";

/** The columns, in the order of `lineOf`. New ones come last, since spreadsheets refer to them by place. */
const HEAD = [
  "Order",
  "Kind",
  "State",
  "Draw",
  "Draw ID",
  "Player",
  "Player ID",
  "Email",
  "Tickets",
  "First ticket",
  "Total (GBP)",
  "Refunded (GBP)",
  "Payment",
  "Created (London)",
  "Settled (London)",
  "Discount (GBP)",
  "Promotion code",
  "Refund on its way (GBP)",
  "Order number",
  "Provider",
  "Held by a bank (GBP)",
  "Kept by a bank (GBP)",
  "Tickets refunded",
];

function lineOf(order: ListedOrder): string {
  return csvLine([
    order.id,
    order.kind,
    order.shownState,
    order.lotteryTitle.en,
    order.lotteryId,
    order.player,
    order.userId,
    order.email,
    order.quantity,
    order.firstTicket === undefined ? undefined : formatTicketNumber(order.shortNumber, order.firstTicket),
    toPounds(order.total).toFixed(2),
    toPounds(order.refunded).toFixed(2),
    order.paymentId,
    londonTimestamp(order.createdAt),
    order.settledAt && londonTimestamp(order.settledAt),
    toPounds(order.discount).toFixed(2),
    order.code,
    toPounds(order.returning).toFixed(2),
    order.orderNumber,
    order.provider && PROVIDER_NAMES[order.provider],
    toPounds(order.disputed).toFixed(2),
    toPounds(order.chargedBack).toFixed(2),
    order.ticketsRefunded,
  ]);
}

async function* linesOf(db: Db, filter: OrderFilter | undefined): AsyncGenerator<string> {
  yield csvLine(HEAD);
  if (!filter) return;
  const matching = await narrowOrders(db, filter);
  for await (const orders of streamOrderRows(db, matching)) yield orders.map(lineOf).join("");
}

/**
 * Streams all matching orders as CSV, newest first. Requires re-authentication, and is recorded in the audit
 * log.
 */
export async function exportOrdersCsv(
  ctx: Pick<Ctx, "db" | "reads" | "log" | "now">,
  actor: Actor,
  typedFilter: OrdersFilter,
): Promise<Result<AsyncGenerator<string>, ReauthRefusal>> {
  const reauth = await requireReauth(ctx, actor, "orders.export");
  if (!reauth.ok) return reauth;
  // An export of contact details is logged; the search term may be personal data and is not.
  const { q, ...filter } = typedFilter;
  const after = { ...filter, searched: q !== "" };
  await recordChange(ctx.db, { actor, action: "orders.export", subjectType: "orders", subjectId: "all", after, at: ctx.now() });
  return ok(linesOf(ctx.reads, readFilter(typedFilter)));
}
