import type { Beacon } from "@concours/draw-protocol";
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { completeLottery } from "#features/lotteries/server/stock-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

export type DrawResultRow = {
  readonly lotteryId: string;
  readonly beacon: Beacon;
  readonly seed: string;
  readonly picks: readonly { readonly pick: number; readonly ticket: number }[];
  readonly drawnAt: Date;
};

/** Stores the result and completes the lottery, which the caller has locked. Returns the winner's id. */
export async function insertResult(tx: Tx, result: DrawResultRow): Promise<string> {
  const { lotteryId, beacon, picks } = result;
  await tx
    .updateTable("draws")
    .set({
      beacon_signature: beacon.signature,
      beacon_randomness: beacon.randomness,
      seed: result.seed,
      drawn_at: result.drawnAt,
    })
    .where("lottery_id", "=", lotteryId)
    .execute();
  await tx
    .insertInto("draw_picks")
    .values(picks.map(({ pick, ticket }) => ({ lottery_id: lotteryId, pick, ticket_number: ticket })))
    .execute();
  const winner = await tx
    .selectFrom("tickets")
    .select("user_id")
    .where("lottery_id", "=", lotteryId)
    .where("ticket_number", "=", picks[0]?.ticket ?? 0)
    .executeTakeFirstOrThrow();
  await completeLottery(tx, lotteryId, { winnerId: winner.user_id, at: result.drawnAt });
  return winner.user_id;
}

/** A frozen draw with its winning ticket: the first pick, or the latest replacement. */
export type ResultRow = {
  readonly lotteryId: string;
  readonly winner: { readonly drawnAt: Date; readonly ticketNumber: number; readonly userId: string } | undefined;
};

export async function listResultRows(db: Db, lotteryIds: readonly string[]): Promise<ResultRow[]> {
  if (lotteryIds.length === 0) return [];
  const { rows } = await sql<{ lottery_id: string; drawn_at: Date | null; ticket_number: number | null; user_id: string | null }>`
    SELECT d.lottery_id, d.drawn_at, t.ticket_number, t.user_id FROM draws d
    LEFT JOIN LATERAL (
      SELECT ticket_number FROM (
        SELECT ticket_number, id FROM winner_changes w WHERE w.lottery_id = d.lottery_id
        UNION ALL SELECT ticket_number, 0 FROM draw_picks p WHERE p.lottery_id = d.lottery_id AND p.pick = 0
      ) AS won ORDER BY id DESC LIMIT 1
    ) AS current ON d.drawn_at IS NOT NULL
    LEFT JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = current.ticket_number
    WHERE d.lottery_id = ANY(${lotteryIds}::uuid[])`.execute(db);
  return rows.map((row) => ({
    lotteryId: row.lottery_id,
    winner:
      row.drawn_at === null || row.ticket_number === null || row.user_id === null
        ? undefined
        : { drawnAt: row.drawn_at, ticketNumber: row.ticket_number, userId: row.user_id },
  }));
}

export type WinRow = { readonly lotteryId: string; readonly title: Messages; readonly drawnAt: Date };

export async function listWinRows(db: Db, userId: string): Promise<WinRow[]> {
  const rows = await db
    .selectFrom("lotteries as l")
    .innerJoin("draws as d", "d.lottery_id", "l.id")
    .select(["l.id", "l.title", "l.title_fr", "d.drawn_at"])
    .where("l.winner_id", "=", userId)
    .where("l.status", "=", "completed")
    .orderBy("d.drawn_at", "desc")
    .execute();
  return rows.flatMap((row) =>
    row.drawn_at ? [{ lotteryId: row.id, title: { en: row.title, fr: row.title_fr ?? undefined }, drawnAt: row.drawn_at }] : [],
  );
}

export async function listDrawnAt(db: Db, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (lotteryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("draws")
    .select(["lottery_id", "drawn_at"])
    .where("lottery_id", "in", lotteryIds)
    .where("drawn_at", "is not", null)
    .execute();
  return new Map(rows.flatMap((row) => (row.drawn_at ? [[row.lottery_id, row.drawn_at] as const] : [])));
}
