/** SQL of who could be made the winner of a draw: its reserves, everybody who holds a valid ticket, and those who do not. */
import { sql } from "kysely";
import type { Db } from "#platform/db.server.ts";
import { matches } from "./participant-store.ts";

export type CandidateRow = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  /** Absent for those who hold no valid ticket. */
  readonly ticketNumber: number | undefined;
  readonly tickets: number;
};
export type ReserveRow = CandidateRow & { readonly reserve: number };

type Wanted = { readonly lotteryId: string; readonly q: string; readonly limit: number };

/** In their order; those whose ticket was voided are left out. */
export async function listReserveRows(db: Db, { lotteryId, q }: Omit<Wanted, "limit">): Promise<ReserveRow[]> {
  const rows = await db
    .selectFrom("draw_picks as d")
    .innerJoin("tickets as t", (join) =>
      join.onRef("t.lottery_id", "=", "d.lottery_id").onRef("t.ticket_number", "=", "d.ticket_number"),
    )
    .innerJoin("users as u", "u.id", "t.user_id")
    .innerJoin("participants as p", (join) => join.onRef("p.lottery_id", "=", "d.lottery_id").onRef("p.user_id", "=", "u.id"))
    .select(["d.pick", "u.id", "u.first_name", "u.last_name", "u.email", "t.ticket_number", "p.tickets"])
    .where("d.lottery_id", "=", lotteryId)
    .where("d.pick", ">", 0)
    .where("t.void_at", "is", null)
    .where(q === "" ? sql.lit(true) : matches(sql.ref("u.search_text"), q))
    .orderBy("d.pick")
    .execute();
  return rows.map((row) => ({ ...toCandidate(row), reserve: row.pick }));
}

/** Everybody who holds a valid ticket, by first name, with their first one. */
export async function listHolderRows(db: Db, { lotteryId, q, limit }: Wanted): Promise<CandidateRow[]> {
  const rows = await db
    .selectFrom("users as u")
    .innerJoin("participants as p", "p.user_id", "u.id")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "p.tickets"])
    .select((eb) =>
      eb
        .selectFrom("tickets as t")
        .select((inner) => inner.fn.min<number | null>("t.ticket_number").as("first"))
        .where("t.lottery_id", "=", lotteryId)
        .whereRef("t.user_id", "=", "u.id")
        .where("t.void_at", "is", null)
        .as("ticket_number"),
    )
    .where("p.lottery_id", "=", lotteryId)
    .where("p.tickets", ">", 0)
    .where(q === "" ? sql.lit(true) : matches(sql.ref("u.search_text"), q))
    .orderBy("u.first_name")
    .orderBy("u.last_name")
    .orderBy("u.id")
    .limit(limit)
    .execute();
  return rows.map(toCandidate);
}

/** Everybody else who has an account, by first name. */
export async function listOtherRows(db: Db, { lotteryId, q, limit }: Wanted): Promise<CandidateRow[]> {
  const rows = await db
    .selectFrom("users as u")
    .select(["u.id", "u.first_name", "u.last_name", "u.email"])
    .where("u.email", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("participants as p")
            .select("p.user_id")
            .where("p.lottery_id", "=", lotteryId)
            .whereRef("p.user_id", "=", "u.id")
            .where("p.tickets", ">", 0),
        ),
      ),
    )
    .where(q === "" ? sql.lit(true) : matches(sql.ref("u.search_text"), q))
    .orderBy("u.first_name")
    .orderBy("u.last_name")
    .orderBy("u.id")
    .limit(limit)
    .execute();
  return rows.map((row) => toCandidate({ ...row, ticket_number: null, tickets: 0 }));
}

type Row = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  ticket_number: number | null;
  tickets: number;
};

function toCandidate(row: Row): CandidateRow {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email ?? undefined,
    ticketNumber: row.ticket_number ?? undefined,
    tickets: row.tickets,
  };
}
