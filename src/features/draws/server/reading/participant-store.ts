/** Reads the participants of draws, their tickets, and who must not be erased yet. */
import { sql } from "kysely";
import { matchesSearch } from "#features/accounts/server/search-people.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Participant, Person, Suspended } from "../../rules/managed-draw.ts";

export type ParticipantSort = "tickets" | "name";
/** A page of the participants of a draw. */
export type ParticipantsFilter = {
  readonly lotteryId: string;
  readonly sort: ParticipantSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** Whether ticket `t` is suspended and not on the frozen list of draw `d`. */
const TAKES_NO_PART = sql<boolean>`(t.suspended_at IS NOT NULL AND t.void_at IS NULL
  AND NOT EXISTS (SELECT FROM draws d WHERE d.lottery_id = t.lottery_id AND d.frozen_at <= t.suspended_at))`;

/** The number of user `u`'s suspended tickets that take no part. */
export const suspendedOf = (lotteryId: string) => sql<number>`(
  SELECT count(*) FROM tickets t WHERE t.lottery_id = ${lotteryId} AND t.user_id = u.id AND ${TAKES_NO_PART})`;

/** Suspended tickets and people without others, by lottery id; draws without any are missing. */
export async function countSuspended(db: Db, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, Suspended>> {
  if (lotteryIds.length === 0) return new Map();
  const { rows } = await sql<{ lottery_id: string; tickets: number; players: number }>`
    SELECT lottery_id, sum(s.tickets)::int AS tickets, count(*) FILTER (WHERE p.tickets <= s.tickets) AS players
    FROM (SELECT t.lottery_id, t.user_id, count(*) AS tickets FROM tickets t
      WHERE t.lottery_id = ANY(${lotteryIds}::uuid[]) AND ${TAKES_NO_PART} GROUP BY t.lottery_id, t.user_id) AS s
    JOIN participants p USING (lottery_id, user_id) GROUP BY lottery_id`.execute(db);
  return new Map(rows.map(({ lottery_id, ...counted }) => [lottery_id, counted]));
}

/** Whether the draw has suspended tickets. */
export async function hasSuspended(db: Db, lotteryId: string): Promise<boolean> {
  return (await countSuspended(db, [lotteryId])).has(lotteryId);
}

/** A page of all participants; `findParticipantRows` searches them. */
export async function listParticipantRows(db: Db, filter: ParticipantsFilter): Promise<Participant[]> {
  const { lotteryId, sort, descending, limit, offset } = filter;
  const [direction, opposite] = descending ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  let page = db
    .selectFrom("participants as p")
    .select(["p.user_id", "p.tickets"])
    .where("p.lottery_id", "=", lotteryId)
    .where("p.tickets", ">", 0)
    .limit(limit)
    .offset(offset);
  if (sort === "name") page = page.innerJoin("users as s", "s.id", "p.user_id");
  page =
    sort === "name"
      ? page
          .orderBy(sql.ref("s.first_name"), direction)
          .orderBy(sql.ref("s.last_name"), direction)
          .orderBy(sql.ref("s.id"), direction)
      : page.orderBy("p.tickets", direction).orderBy("p.user_id", opposite);
  // Joins people only for the rows of the page.
  let rows = db
    .selectFrom(page.as("p"))
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.phone", "p.tickets"])
    .select(suspendedOf(lotteryId).as("suspended"));
  rows =
    sort === "name"
      ? rows.orderBy("u.first_name", direction).orderBy("u.last_name", direction).orderBy("u.id", direction)
      : rows.orderBy("p.tickets", direction).orderBy("u.id", opposite);
  return (await rows.execute()).map(fromRow);
}

type PersonRow = { id: string; first_name: string; last_name: string; email: string | null; phone: string | null };

/**
 * The common table `people` of users who match `q`. Materialised, because the planner overestimates the
 * matches and would use slow joins.
 */
export function peopleWith(q: string) {
  return sql`people AS MATERIALIZED (
    SELECT id, first_name, last_name, email, phone FROM users u WHERE ${matchesSearch(q)})`;
}

/** A page of the participants that match `q`, and how many match (`found`). */
export async function findParticipantRows(
  db: Db,
  { lotteryId, q, sort, descending, limit, offset }: ParticipantsFilter & { readonly q: string },
): Promise<{ participants: Participant[]; found: number }> {
  const direction = descending ? sql`DESC` : sql`ASC`;
  const opposite = descending ? sql`ASC` : sql`DESC`;
  const order =
    sort === "name"
      ? sql`first_name ${direction}, last_name ${direction}, id ${direction}`
      : sql`tickets ${direction}, id ${opposite}`;
  // The left join returns the count even if the page is empty: one row without a person.
  const { rows } = await sql<(PersonRow & { tickets: number; suspended: number; found: number }) | { id: null; found: number }>`
    WITH ${peopleWith(q)}, matching AS MATERIALIZED (
      SELECT u.*, p.tickets FROM people u JOIN participants p ON p.user_id = u.id AND p.lottery_id = ${lotteryId} AND p.tickets > 0)
    SELECT page.*, counted.found FROM (SELECT count(*) AS found FROM matching) AS counted
    LEFT JOIN (SELECT u.*, ${suspendedOf(lotteryId)} AS suspended
      FROM (SELECT * FROM matching ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS u) AS page ON true
    ORDER BY ${order}`.execute(db);
  return { participants: rows.flatMap((row) => (row.id === null ? [] : fromRow(row))), found: rows[0]?.found ?? 0 };
}

/** The tickets of the participant with the most. */
export async function findMostTickets(db: Db, lotteryId: string): Promise<number> {
  const row = await db
    .selectFrom("participants")
    .select("tickets")
    .where("lottery_id", "=", lotteryId)
    .where("tickets", ">", 0)
    .orderBy("tickets", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.tickets ?? 0;
}

/** The number of participants by lottery id; draws without any are missing. */
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

export type TicketRow = { readonly ticketNumber: number; readonly purchasedAt: Date; readonly isSuspended: boolean };

/** Up to `limit` valid tickets of a player after a number. */
export async function listTicketsOf(
  db: Db,
  { lotteryId, userId, after, limit }: { lotteryId: string; userId: string; after: number; limit: number },
): Promise<TicketRow[]> {
  const rows = await db
    .selectFrom("tickets as t")
    .select(["ticket_number", "purchase_date", TAKES_NO_PART.as("is_suspended")])
    .where("lottery_id", "=", lotteryId)
    .where("user_id", "=", userId)
    .where("void_at", "is", null)
    .where("ticket_number", ">", after)
    .orderBy("ticket_number")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ticketNumber: row.ticket_number,
    purchasedAt: row.purchase_date,
    isSuspended: row.is_suspended,
  }));
}

/** A ticket and its holder, for the file of participants. */
export type ExportRow = Omit<Person, "id"> & {
  readonly ticketNumber: number;
  /** "2026-11-21 18:05:09", in London. */
  readonly purchasedAt: string;
  readonly isSuspended: boolean;
};

/** Up to `limit` valid tickets after a number with their holders, in the order of purchase. */
export async function listExportRows(db: Db, page: { lotteryId: string; after: number; limit: number }): Promise<ExportRow[]> {
  const rows = await db
    .selectFrom("tickets as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.ticket_number", "u.first_name", "u.last_name", "u.email", "u.phone"])
    .select(sql<string>`to_char(timezone('Europe/London', t.purchase_date), 'YYYY-MM-DD HH24:MI:SS')`.as("purchased_at"))
    .select(TAKES_NO_PART.as("is_suspended"))
    .where("t.lottery_id", "=", page.lotteryId)
    .where("t.ticket_number", ">", page.after)
    .where("t.void_at", "is", null)
    .orderBy("t.ticket_number")
    .limit(page.limit)
    .execute();
  return rows.map(fromRow);
}

/** The users with a ticket on the frozen list. */
export async function listEntrantIds(db: Db, lotteryId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT t.user_id FROM tickets t JOIN draws d USING (lottery_id)
    WHERE t.lottery_id = ${lotteryId} AND (t.void_at IS NULL OR t.void_at > d.frozen_at) ORDER BY t.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The ticket numbers on the frozen list by user id. */
export async function listNumbers(
  db: Db,
  lotteryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ user_id: string; numbers: number[] }>`
    SELECT t.user_id, array_agg(t.ticket_number ORDER BY t.ticket_number) AS numbers FROM tickets t JOIN draws d USING (lottery_id)
    WHERE t.lottery_id = ${lotteryId} AND t.user_id = ANY(${userIds}::uuid[]) AND (t.void_at IS NULL OR t.void_at > d.frozen_at)
    GROUP BY t.user_id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.numbers]));
}

/**
 * The people with a valid ticket without a result, a pending hand-over, or a pending payment or refund.
 * @param since prizes of earlier results and replacements are no longer pending
 */
export async function listNeeded(db: Db, userIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ user_id: string }>`
    SELECT t.user_id FROM tickets t JOIN lotteries l ON l.id = t.lottery_id
      WHERE t.user_id = ANY(${userIds}::uuid[]) AND t.void_at IS NULL AND l.status = 'active'
    UNION
    SELECT t.user_id FROM tickets t JOIN draw_picks p USING (lottery_id, ticket_number) JOIN draws d USING (lottery_id)
      WHERE t.user_id = ANY(${userIds}::uuid[]) AND prize_is_open(p.lottery_id, p.pick) AND d.drawn_at > ${since}
    UNION
    SELECT l.winner_id FROM lotteries l JOIN draws d ON d.lottery_id = l.id
      WHERE l.winner_id = ANY(${userIds}::uuid[]) AND d.prize_delivered_at IS NULL
        AND EXISTS (SELECT FROM winner_changes c WHERE c.lottery_id = l.id AND c.at > ${since})
    UNION
    SELECT t.user_id FROM prize_handovers h CROSS JOIN LATERAL winning_tickets(h.lottery_id) w
      JOIN tickets t ON t.lottery_id = h.lottery_id AND t.ticket_number = w.ticket_number
      WHERE h.place = w.place AND t.user_id = ANY(${userIds}::uuid[]) AND h.prize_delivered_at IS NULL
        AND EXISTS (SELECT FROM winner_changes c WHERE c.lottery_id = h.lottery_id AND c.place = h.place AND c.at > ${since})
    UNION
    SELECT user_id FROM orders WHERE user_id = ANY(${userIds}::uuid[]) AND state IN ('reserved', 'awaiting_payment', 'refund_due')
    UNION
    SELECT o.user_id FROM orders o JOIN refunds r ON r.order_id = o.id
      WHERE o.user_id = ANY(${userIds}::uuid[]) AND o.state = 'paid' AND r.reason = 'partial' AND r.state <> 'succeeded' AND NOT r.is_replaced
        AND o.captured_pence > o.refunded_pence + o.charged_back_pence`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}
