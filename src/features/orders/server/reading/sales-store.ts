/** Reads the dashboard's figures from indexes (migrations/0010), which is fast for a million tickets. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Day } from "#shared/dates/dates.ts";
import { fromRow } from "#shared/from-row.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { shownStateOf } from "./order-filter-store.ts";

/** Tickets that are not void, and the number of people who have them. */
export async function countValidTickets(db: Db): Promise<{ tickets: number; holders: number }> {
  const { rows } = await sql<{ tickets: string; holders: string }>`
    SELECT count(*) AS tickets, count(DISTINCT user_id) AS holders FROM tickets WHERE void_at IS NULL`.execute(db);
  return { tickets: Number(rows[0]?.tickets ?? 0), holders: Number(rows[0]?.holders ?? 0) };
}

/** The number of active draws. */
export async function countActiveLotteries(db: Db): Promise<number> {
  return countRows(db.selectFrom("lotteries").where("status", "=", "active"));
}

/** A day in London. */
export type SalesDay = { readonly day: Day; readonly tickets: number; readonly revenue: Pence };

/** The shop's part of a paid order: neither refunded, being refunded, nor held or kept by a bank. */
const NET_REVENUE = sql<number>`captured_pence - refunded_pence - returning_pence - disputed_pence - charged_back_pence`;

/** Sales per London day since an instant, oldest first: valid orders, without refunds. */
export async function listSalesDays(db: Db, since: Date): Promise<SalesDay[]> {
  const { rows } = await sql<{ day: Day; tickets: string; revenue: string }>`
    SELECT to_char(timezone('Europe/London', settled_at), 'YYYY-MM-DD') AS day, sum(quantity - tickets_refunded) AS tickets, sum(${NET_REVENUE}) AS revenue
    FROM orders WHERE state IN ('paid', 'free') AND settled_at >= ${since} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map(({ day, tickets, revenue }) => ({ day, tickets: Number(tickets), revenue: pence(Number(revenue)) }));
}

/** The money of all orders that banks hold. */
export async function sumDisputed(db: Db): Promise<Pence> {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(disputed_pence), 0) AS sum FROM orders WHERE disputed_pence > 0 OR charged_back_pence > 0`.execute(db);
  return pence(Number(rows[0]?.sum ?? 0));
}

/** The net revenue by draw; draws without any are missing. */
export async function listTakings(db: Db, lotteryIds: readonly string[]): Promise<Map<string, Pence>> {
  if (lotteryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders")
    .select((eb) => ["lottery_id", eb.fn.sum<string>(NET_REVENUE).as("taken")])
    .where("lottery_id", "in", [...lotteryIds])
    .where("state", "=", "paid")
    .groupBy("lottery_id")
    .execute();
  return new Map(rows.map((row) => [row.lottery_id, pence(Number(row.taken))]));
}

/** With the names of player and draw. */
export async function listNewestOrders(db: Db, limit: number) {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "u.first_name", "u.last_name", "l.title", "l.title_fr", "o.quantity", "o.total_pence", "o.created_at"])
    .select(shownStateOf("o").as("state"))
    .orderBy("o.created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ first_name, last_name, title, title_fr, ...row }) => ({
    ...fromRow(row),
    player: `${first_name} ${last_name}`.trim(),
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
  }));
}
/** See `listNewestOrders`. */
export type NewestOrder = Awaited<ReturnType<typeof listNewestOrders>>[number];

/** Tickets by kind of order, and successful refunds. */
export async function countEntryRows(db: Db): Promise<{ paid: number; free: number; refunds: number; refunded: Pence }> {
  const { rows } = await sql<{ paid: string; free: string; refunds: string; refunded: string }>`
    SELECT (SELECT coalesce(sum(quantity - tickets_refunded), 0) FROM orders WHERE state = 'paid') AS paid,
      (SELECT coalesce(sum(quantity), 0) FROM orders WHERE state = 'free') AS free,
      (SELECT count(*) FROM refunds WHERE state = 'succeeded') AS refunds,
      (SELECT coalesce(sum(amount_pence), 0) FROM refunds WHERE state = 'succeeded') AS refunded`.execute(db);
  const [row] = rows;
  return {
    paid: Number(row?.paid ?? 0),
    free: Number(row?.free ?? 0),
    refunds: Number(row?.refunds ?? 0),
    refunded: pence(Number(row?.refunded ?? 0)),
  };
}
