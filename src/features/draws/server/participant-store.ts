/** SQL of who takes part in a draw: a page of them, their tickets, and all of it in pieces. */
import { type Expression, sql } from "kysely";
import type { Db } from "#platform/db.server.ts";
import type { Person } from "../rules/managed-draw.ts";
import type { Participant } from "../rules/participants.ts";

export type ParticipantSort = "tickets" | "name";
export type ParticipantsWanted = {
  readonly lotteryId: string;
  readonly q: string;
  readonly sort: ParticipantSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

export async function listParticipantRows(db: Db, wanted: ParticipantsWanted): Promise<Participant[]> {
  const { lotteryId, q, sort, descending, limit, offset } = wanted;
  const [to, back] = descending ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  let page = db
    .selectFrom("participants as p")
    .select(["p.user_id", "p.tickets"])
    .where("p.lottery_id", "=", lotteryId)
    .where("p.tickets", ">", 0)
    .limit(limit)
    .offset(offset);
  if (q !== "" || sort === "name") page = page.innerJoin("users as s", "s.id", "p.user_id");
  if (q !== "") page = page.where(matches(sql.ref("s.search_text"), q));
  page =
    sort === "name"
      ? page.orderBy(sql.ref("s.first_name"), to).orderBy(sql.ref("s.last_name"), to).orderBy(sql.ref("s.id"), to)
      : page.orderBy("p.tickets", to).orderBy("p.user_id", back);
  // People are looked up for the page alone, however far down the list it is.
  let rows = db
    .selectFrom(page.as("p"))
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.phone", "p.tickets"]);
  rows =
    sort === "name"
      ? rows.orderBy("u.first_name", to).orderBy("u.last_name", to).orderBy("u.id", to)
      : rows.orderBy("p.tickets", to).orderBy("u.id", back);
  return (await rows.execute()).map(({ tickets, ...row }) => ({ ...toPerson(row), tickets }));
}

/** Over all of a draw, or those who match: how many people, with how many tickets, and the most that one of them has. */
export async function countParticipantRows(
  db: Db,
  lotteryId: string,
  q = "",
): Promise<{ players: number; tickets: number; most: number }> {
  let query = db
    .selectFrom("participants as p")
    .select((eb) => [
      eb.fn.countAll<number>().as("players"),
      eb.fn.sum<number | null>("p.tickets").as("tickets"),
      eb.fn.max<number | null>("p.tickets").as("most"),
    ])
    .where("p.lottery_id", "=", lotteryId)
    .where("p.tickets", ">", 0);
  if (q !== "") query = query.innerJoin("users as s", "s.id", "p.user_id").where(matches(sql.ref("s.search_text"), q));
  const { players, tickets, most } = await query.executeTakeFirstOrThrow();
  return { players, tickets: tickets ?? 0, most: most ?? 0 };
}

/** People with valid tickets, by lottery id; draws without any are missing. */
export async function countPlayers(db: Db, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (lotteryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("participants")
    .select(["lottery_id", (eb) => eb.fn.countAll<number>().as("players")])
    .where("lottery_id", "in", lotteryIds)
    .where("tickets", ">", 0)
    .groupBy("lottery_id")
    .execute();
  return new Map(rows.map((row) => [row.lottery_id, row.players]));
}

export type TicketRow = { readonly ticketNumber: number; readonly purchasedAt: Date };

/** The valid tickets that somebody holds in a draw, behind a number, ascending. */
export async function listTicketsOf(
  db: Db,
  of: { lotteryId: string; userId: string; after: number; limit: number },
): Promise<TicketRow[]> {
  const rows = await db
    .selectFrom("tickets")
    .select(["ticket_number", "purchase_date"])
    .where("lottery_id", "=", of.lotteryId)
    .where("user_id", "=", of.userId)
    .where("void_at", "is", null)
    .where("ticket_number", ">", of.after)
    .orderBy("ticket_number")
    .limit(of.limit)
    .execute();
  return rows.map((row) => ({ ticketNumber: row.ticket_number, purchasedAt: row.purchase_date }));
}

export type ExportRow = Omit<Person, "id"> & {
  readonly ticketNumber: number /** "2026-11-21 18:05:09", in London. */;
  readonly purchasedAt: string;
};

/** Up to `limit` valid tickets behind a number with their holders, in the order in which they were dealt, which is that of their purchase. */
export async function listExportRows(db: Db, at: { lotteryId: string; after: number; limit: number }): Promise<ExportRow[]> {
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.ticket_number", "u.first_name", "u.last_name", "u.email", "u.phone"])
    .select(sql<string>`to_char(timezone('Europe/London', t.purchase_date), 'YYYY-MM-DD HH24:MI:SS')`.as("purchased_at"))
    .where("t.lottery_id", "=", at.lotteryId)
    .where("t.ticket_number", ">", at.after)
    .where("t.void_at", "is", null)
    .orderBy("t.ticket_number")
    .limit(at.limit)
    .execute();
  return rows.map((row) => ({
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    ticketNumber: row.ticket_number,
    purchasedAt: row.purchased_at,
  }));
}

type PersonRow = { id: string; first_name: string; last_name: string; email: string | null; phone: string | null };

export function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
  };
}

/** Names, address and telephone number, in any case. Wildcards mean themselves: `position` knows none. */
export function matches(text: Expression<unknown>, q: string) {
  return sql<boolean>`position(lower(${q}) IN ${text}) > 0`;
}
