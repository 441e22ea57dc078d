/** Reads orders and tickets for API clients. */
import type { Db } from "#platform/postgres/db.server.ts";
import { followsCursor, type Cursor, microsOf } from "#platform/postgres/queries.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import type { OrderState } from "#shared/states.ts";
import type { EntryCallRow, OrderCallRow } from "../../rules/orders-call.ts";

/** `after`: the cursor. */
type OrdersQuery = {
  readonly drawId: string | undefined;
  readonly state: OrderState | undefined;
  readonly after: Cursor | undefined;
  readonly limit: number;
};

/** Newest first; `mark` is the cursor of a row. */
export async function listOrdersAfter(
  db: Db,
  { drawId, state, after, limit }: OrdersQuery,
): Promise<{ row: OrderCallRow; mark: [string, string] }[]> {
  let rows = db
    .selectFrom("orders")
    .select(["id", "order_number", "kind", "state", "lottery_id as draw_id", "user_id", "quantity", "total_pence"])
    .select(["refunded_pence", "first_ticket_number", "created_at", "settled_at"])
    .select(microsOf("created_at").as("micros"))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (drawId !== undefined) rows = rows.where("lottery_id", "=", drawId);
  if (state !== undefined) rows = rows.where("state", "=", state);
  if (after) rows = rows.where(followsCursor(after, { at: "created_at", id: "id" }));
  return (await rows.execute()).map(({ micros, total_pence, refunded_pence, created_at, settled_at, ...row }) => ({
    row: {
      ...row,
      total: toPounds(pence(total_pence)),
      refunded: toPounds(pence(refunded_pence)),
      created_at: created_at.toISOString(),
      settled_at: settled_at?.toISOString() ?? null,
    },
    mark: [micros, row.id],
  }));
}

function ticketState(ticket: { readonly void_at: Date | null; readonly suspended_at: Date | null }): EntryCallRow["state"] {
  if (ticket.void_at) return "void";
  return ticket.suspended_at ? "suspended" : "valid";
}

/** The tickets of a draw above the number `after`, in order. */
export async function listEntriesAfter(
  db: Db,
  { drawId, after, limit }: { drawId: string; after: number; limit: number },
): Promise<{ row: EntryCallRow; mark: [number] }[]> {
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.ticket_number", "t.order_id", "t.user_id", "o.kind", "t.void_at", "t.suspended_at", "t.purchase_date"])
    .where("t.lottery_id", "=", drawId)
    .where("t.ticket_number", ">", after)
    .orderBy("t.ticket_number")
    .limit(limit)
    .execute();
  return rows.map(({ void_at, suspended_at, purchase_date, ...row }) => ({
    row: { ...row, state: ticketState({ void_at, suspended_at }), entered_at: purchase_date.toISOString() },
    mark: [row.ticket_number],
  }));
}
