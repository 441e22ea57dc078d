/** A player's holds, payment pages and tickets of draws that are not decided yet. */
import { sql } from "kysely";
import { isFrozen } from "#features/lotteries/rules/lifecycle.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { OrderState } from "#shared/states.ts";
import { HOLDING_STATES } from "#shared/states.ts";
import { isOwn } from "../players/owner-store.ts";
import type { OrderRow } from "../store.ts";

/**
 * How many valid tickets a player has in an active draw. `isFrozen`: entries are fixed, so no ticket can
 * leave.
 */
export type LiveTickets = {
  readonly lotteryId: string;
  readonly title: Messages;
  readonly shortNumber: number;
  readonly endDate: string;
  readonly endTime: string;
  readonly takesFreeEntries: boolean;
  readonly isFrozen: boolean;
  readonly tickets: number;
};

/** By draw, the first to close first. */
export async function listLiveRows(db: Db | Tx, userId: string): Promise<LiveTickets[]> {
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("lotteries as l", "l.id", "t.lottery_id")
    .select([
      "l.id as lottery_id",
      "l.title",
      "l.title_fr",
      "l.short_number",
      "l.end_date",
      "l.end_time",
      "l.takes_free_entries",
      "l.sales_state",
    ])
    .select((eb) => eb.fn.countAll<number>().as("tickets"))
    .where(isOwn("t.user_id", userId))
    .where("t.void_at", "is", null)
    .where("l.status", "=", "active")
    .groupBy("l.id")
    .orderBy("l.closes_at")
    .orderBy("l.id")
    .execute();
  return rows.map(({ title, title_fr, sales_state, ...row }) => ({
    ...fromRow(row),
    title: { en: title, fr: title_fr ?? undefined },
    isFrozen: isFrozen({ salesState: sales_state }),
  }));
}

/** An order that can still change. */
export type LiveOrder = Pick<OrderRow, "id" | "lotteryId"> & { readonly kind: string; readonly state: OrderState };

/** Locks these people's changeable orders in a fixed order. Lock order: order, lottery, person. */
export async function lockOrdersOf(tx: Tx, people: readonly string[]): Promise<LiveOrder[]> {
  const rows = await tx
    .selectFrom("orders")
    .select(["id", "kind", "lottery_id", "state"])
    .where("user_id", "in", people)
    .where("state", "in", ["reserved", "awaiting_payment", "paid", "free"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(fromRow);
}

/** An order of a member of the staff. */
export type StaffOrder = { readonly id: string; readonly userId: string; readonly kind: string };

/** Entries of staff in draws that are not frozen, including cards joined to their accounts. */
export async function listStaffOrders(db: Db): Promise<StaffOrder[]> {
  const rows = await db
    .with("people", (qb) =>
      qb
        .selectFrom("admin_user")
        .select("id")
        .union(qb.selectFrom("users as u").innerJoin("admin_user as a", "a.id", "u.joined_to").select("u.id")),
    )
    .selectFrom("people as p")
    .innerJoin("orders as o", "o.user_id", "p.id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "o.user_id", "o.kind"])
    .where("o.state", "in", ["paid", "free"])
    .where("l.status", "=", "active")
    .where("l.sales_state", "in", ["open", "closing"])
    .orderBy("o.id")
    .execute();
  return rows.map(fromRow);
}

/** Locks the order of a postal entry; undefined for any other. */
export async function lockFreeOrder(
  tx: Tx,
  orderId: string,
): Promise<{ id: string; lotteryId: string; state: OrderState } | undefined> {
  const row = await tx
    .selectFrom("orders")
    .select(["id", "lottery_id", "state"])
    .where("id", "=", orderId)
    .where("kind", "=", "free")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The ids of a player's unpaid holds. */
export async function listHolds(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "in", HOLDING_STATES)
    .execute();
  return rows.map((row) => row.id);
}

/** The ids of a player's orders with an open payment page. */
export async function listOpenPages(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "awaiting_payment")
    .execute();
  return rows.map((row) => row.id);
}

/** Whether the player must stay reachable: for a coming draw, an undelivered prize, a payment or a refund. */
export async function hasOpenBusiness(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT EXISTS (
        SELECT FROM tickets t JOIN lotteries l ON l.id = t.lottery_id WHERE t.user_id = ${userId} AND t.void_at IS NULL AND l.status = 'active')
      OR EXISTS (
        SELECT FROM tickets t JOIN draw_picks p USING (lottery_id, ticket_number)
        WHERE t.user_id = ${userId} AND prize_is_open(p.lottery_id, p.pick))
      OR EXISTS (SELECT FROM lotteries l JOIN draws d ON d.lottery_id = l.id WHERE l.winner_id = ${userId} AND d.prize_delivered_at IS NULL)
      OR EXISTS (
        SELECT FROM prize_handovers h CROSS JOIN LATERAL winning_tickets(h.lottery_id) w
        JOIN tickets t ON t.lottery_id = h.lottery_id AND t.ticket_number = w.ticket_number
        WHERE h.place = w.place AND t.user_id = ${userId} AND h.prize_delivered_at IS NULL)
      OR EXISTS (SELECT FROM orders WHERE user_id = ${userId} AND state IN ('reserved', 'awaiting_payment', 'refund_due'))
      OR EXISTS (
        SELECT FROM orders o JOIN refunds r ON r.order_id = o.id
        WHERE o.user_id = ${userId} AND o.state = 'paid' AND r.reason = 'partial' AND r.state <> 'succeeded' AND NOT r.is_replaced
          AND o.captured_pence > o.refunded_pence + o.charged_back_pence) AS open`.execute(tx);
  return rows[0]?.open ?? false;
}
