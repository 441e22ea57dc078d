/** Possible winners: reserves, people with tickets, and all others. */
import { sql } from "kysely";
import { matchesSearch } from "#features/accounts/server/search-people.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type FromRow, fromRow } from "#shared/from-row.ts";
import { peopleWith } from "../reading/participant-store.ts";

/** `q`: part of a name or email address. */
type CandidateFilter = { readonly lotteryId: string; readonly q: string; readonly limit: number };

/** SQL condition on a ticket `t` of an order `o`: neither void nor lost in a dispute. */
const mayWin = sql<boolean>`t.void_at IS NULL AND (t.suspended_at IS NULL OR o.disputed_pence > 0)`;

type Row = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  ticket_number: number | null;
  tickets: number;
};

/** `tickets` are those of the reserves of a prize, in order; `reserve` counts from 1. */
export async function listReserveRows(
  db: Db,
  { lotteryId, q, tickets }: Omit<CandidateFilter, "limit"> & { readonly tickets: readonly number[] },
): Promise<(FromRow<Row> & { readonly reserve: number })[]> {
  if (tickets.length === 0) return [];
  const rows = await db
    .selectFrom("draw_picks as d")
    .innerJoin("tickets as t", (join) =>
      join.onRef("t.lottery_id", "=", "d.lottery_id").onRef("t.ticket_number", "=", "d.ticket_number"),
    )
    .innerJoin("orders as o", "o.id", "t.order_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .innerJoin("participants as p", (join) => join.onRef("p.lottery_id", "=", "d.lottery_id").onRef("p.user_id", "=", "u.id"))
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "t.ticket_number", "p.tickets"])
    .where("d.lottery_id", "=", lotteryId)
    .where("d.ticket_number", "in", tickets)
    .where(mayWin)
    .where(matchesSearch(q))
    .orderBy("d.pick")
    .execute();
  return rows.map((row) => ({ ...fromRow(row), reserve: tickets.indexOf(row.ticket_number) + 1 }));
}

/** Without a search, the index is read only up to the limit. */
const source = (q: string) => sql.raw(q === "" ? "users" : "people");
const amongPeople = (q: string) => (q === "" ? sql`no_search AS (SELECT 1)` : peopleWith(q));

/** People with tickets of the draw. */
export async function listHolderRows(db: Db, { lotteryId, q, limit }: CandidateFilter): Promise<FromRow<Row>[]> {
  const { rows } = await sql<Row>`
    WITH ${amongPeople(q)} SELECT h.*, (
      SELECT min(t.ticket_number) FROM tickets t JOIN orders o ON o.id = t.order_id
      WHERE t.lottery_id = ${lotteryId} AND t.user_id = h.id AND ${mayWin}) AS ticket_number
    FROM (
      SELECT u.id, u.first_name, u.last_name, u.email, p.tickets FROM ${source(q)} u
      JOIN participants p ON p.user_id = u.id AND p.lottery_id = ${lotteryId} AND p.tickets > 0
      ORDER BY u.first_name, u.last_name, u.id LIMIT ${limit}) AS h
    ORDER BY h.first_name, h.last_name, h.id`.execute(db);
  return rows.map(fromRow);
}

/** People without tickets of the draw. */
export async function listOtherRows(db: Db, { lotteryId, q, limit }: CandidateFilter): Promise<FromRow<Row>[]> {
  const { rows } = await sql<Row>`
    WITH ${amongPeople(q)} SELECT u.id, u.first_name, u.last_name, u.email, 0 AS tickets, NULL AS ticket_number FROM ${source(q)} u
    WHERE u.email IS NOT NULL
      AND NOT EXISTS (SELECT FROM participants p WHERE p.lottery_id = ${lotteryId} AND p.user_id = u.id AND p.tickets > 0)
    ORDER BY u.first_name, u.last_name, u.id LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}
