/** The public log of commitments, and their time-stamps. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { fromRow } from "#shared/from-row.ts";

/** The tickets that win further prizes, by the order of the prizes; null without any. */
const furtherTickets = sql<readonly number[] | null>`CASE WHEN d.prize_count > 1 AND d.drawn_at IS NOT NULL THEN (
  SELECT json_agg(w.ticket_number ORDER BY w.place) FROM winning_tickets(d.lottery_id) w WHERE w.place > 1) END`;

/** All lines, newest first: a log with gaps proves nothing. */
export async function listLogLines(db: Db) {
  const rows = await db
    .selectFrom("draw_log as g")
    .innerJoin("draws as d", "d.lottery_id", "g.lottery_id")
    .innerJoin("lotteries as l", "l.id", "g.lottery_id")
    .leftJoin("draw_picks as p", (join) => join.onRef("p.lottery_id", "=", "g.lottery_id").on("p.pick", "=", 0))
    .select([
      "g.sequence",
      "g.lottery_id",
      "g.commitment",
      "g.at as sealed_at",
      "d.round",
      "l.short_number",
      "l.title",
      "l.title_fr",
    ])
    .select(["l.status", "p.ticket_number as drawn"])
    .select((eb) =>
      eb
        .selectFrom("winner_changes as c")
        .select("c.ticket_number")
        .whereRef("c.lottery_id", "=", "g.lottery_id")
        .where("c.place", "=", 1)
        .orderBy("c.id", "desc")
        .limit(1)
        .as("replacing"),
    )
    .select(furtherTickets.as("further"))
    .orderBy("g.sequence", "desc")
    .execute();
  return rows.map(({ title, title_fr, status, drawn, replacing, further, ...row }) => ({
    ...fromRow(row),
    furtherTickets: further ?? [],
    title: { en: title, fr: title_fr ?? undefined },
    isCancelled: status === "cancelled",
    winningTicket: replacing ?? drawn ?? undefined,
    isReplaced: replacing !== null,
  }));
}
/** A commitment, with the winning ticket once there is one. */
export type LogLine = Awaited<ReturnType<typeof listLogLines>>[number];

/** The authorities whose stamps of a draw's commitment are stored. */
export async function listStampedUrls(db: Db, lotteryId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("draw_timestamps").select("url").where("lottery_id", "=", lotteryId).execute();
  return new Set(rows.map(({ url }) => url));
}

type NewStamp = {
  readonly lotteryId: string;
  readonly url: string;
  readonly authority: string;
  readonly at: Date;
  readonly token: Uint8Array;
};

/** Stores a time-stamp. @returns false if the winner was drawn meanwhile, since the proof is then final */
export async function insertTimestamp(db: Db | Tx, { lotteryId, url, authority, at, token }: NewStamp): Promise<boolean> {
  try {
    await db
      .insertInto("draw_timestamps")
      .values({ lottery_id: lotteryId, url, authority, stamped_at: at, token: Buffer.from(token) })
      // Another process stored the same time-stamp.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  } catch (error) {
    if (violatedConstraint(error) === "draw_timestamps_in_time") return false;
    throw error;
  }
}
