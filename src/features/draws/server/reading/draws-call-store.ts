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
};

/** The present winning tickets of first prizes, latest draw first. */
export async function listWinnersAfter(
  db: Db,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<{ row: WinnerCallRow; mark: [string, string] }[]> {
  const behind = after ? sql`AND ${followsCursor(after, { at: "d.drawn_at", id: "d.lottery_id" })}` : sql``;
  const { rows } = await sql<WinnerRow>`
    SELECT d.lottery_id AS draw_id, d.drawn_at, d.prize_contacted_at AS contacted_at, d.prize_confirmed_at AS confirmed_at,
      d.prize_delivered_at AS delivered_at, t.ticket_number, t.user_id, ${microsOf("d.drawn_at")} AS micros
    FROM draws d
    JOIN LATERAL (
      SELECT ticket_number FROM (
        SELECT ticket_number, id FROM winner_changes w WHERE w.lottery_id = d.lottery_id
        UNION ALL SELECT ticket_number, 0 FROM draw_picks p WHERE p.lottery_id = d.lottery_id AND p.pick = 0
      ) AS won ORDER BY id DESC LIMIT 1
    ) AS current ON true
    JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = current.ticket_number
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
