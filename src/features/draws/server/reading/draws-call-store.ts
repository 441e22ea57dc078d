/** Reads participants and winners for API clients. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { followsCursor, type Cursor, microsOf } from "#platform/postgres/queries.ts";
import type { ParticipantCallRow, WinnerCallRow } from "../../rules/draws-calls.ts";
import { suspendedOf } from "./participant-store.ts";

/** Below all ids. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** By id, after the cursor; `mark` is the cursor of a row. */
export async function listParticipantsAfter(
  db: Db,
  { drawId, after = LOWEST_ID, limit }: { drawId: string; after?: string | undefined; limit: number },
): Promise<{ row: ParticipantCallRow; mark: [string] }[]> {
  const rows = await db
    .selectFrom("participants as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["u.id as user_id", "u.first_name", "u.last_name", "u.email", "u.phone", "p.tickets"])
    .select(suspendedOf(drawId).as("suspended"))
    .where("p.lottery_id", "=", drawId)
    .where("p.tickets", ">", 0)
    .where("p.user_id", ">", after)
    .orderBy("p.user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ row, mark: [row.user_id] }));
}

/** `micros`: the time of the draw in microseconds, for the cursor. */
type WinnerRow = {
  readonly draw_id: string;
  readonly drawn_at: Date;
  readonly contacted_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly delivered_at: Date | null;
  readonly ticket_number: number;
  readonly user_id: string;
  readonly micros: string;
  readonly prizes: WinnerCallRow["prizes"];
};

/** As `Date.toISOString` writes it. */
const iso = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The present winners of each draw, latest draw first. */
export async function listWinnersAfter(
  db: Db,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<{ row: WinnerCallRow; mark: [string, string] }[]> {
  const behind = after ? sql`AND ${followsCursor(after, { at: "d.drawn_at", id: "d.lottery_id" })}` : sql``;
  const { rows } = await sql<WinnerRow>`
    SELECT d.lottery_id AS draw_id, d.drawn_at, d.prize_contacted_at AS contacted_at, d.prize_confirmed_at AS confirmed_at,
      d.prize_delivered_at AS delivered_at, t.ticket_number, t.user_id, ${microsOf("d.drawn_at")} AS micros, won.prizes
    FROM draws d
    JOIN LATERAL (
      SELECT (array_agg(w.ticket_number) FILTER (WHERE w.place = 1))[1] AS ticket_number,
        json_agg(json_build_object('prize', w.place, 'ticket_number', w.ticket_number, 'user_id', each.user_id,
          'contacted_at', ${iso("h.contacted_at")}, 'confirmed_at', ${iso("h.confirmed_at")}, 'delivered_at', ${iso("h.delivered_at")})
          ORDER BY w.place) AS prizes
      FROM winning_tickets(d.lottery_id) w
      JOIN tickets each ON each.lottery_id = d.lottery_id AND each.ticket_number = w.ticket_number
      LEFT JOIN LATERAL (
        SELECT 1 AS place, d.prize_contacted_at AS contacted_at, d.prize_confirmed_at AS confirmed_at, d.prize_delivered_at AS delivered_at
        UNION ALL SELECT place, prize_contacted_at, prize_confirmed_at, prize_delivered_at FROM prize_handovers WHERE lottery_id = d.lottery_id
      ) AS h ON h.place = w.place
    ) AS won ON true
    JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = won.ticket_number
    WHERE d.drawn_at IS NOT NULL ${behind}
    ORDER BY d.drawn_at DESC, d.lottery_id LIMIT ${limit}`.execute(db);
  return rows.map(({ micros, drawn_at, contacted_at, confirmed_at, delivered_at, ...row }) => ({
    row: {
      ...row,
      drawn_at: drawn_at.toISOString(),
      contacted_at: contacted_at?.toISOString() ?? null,
      confirmed_at: confirmed_at?.toISOString() ?? null,
      delivered_at: delivered_at?.toISOString() ?? null,
    },
    mark: [micros, row.draw_id],
  }));
}
