/** Stores the result of a draw, and reads results. */
import type { Beacon, PrizeResult } from "@concours/draw-protocol";
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { completeLottery } from "#features/lotteries/server/stock-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { listHolders } from "../winners/winner-store.ts";

/** The result to store. `picks` are in the order of the draw. */
export type DrawResultRow = {
  readonly lotteryId: string;
  readonly beacon: Beacon;
  readonly seed: string;
  readonly picks: readonly { readonly pick: number; readonly ticket: number }[];
  readonly prizes: readonly PrizeResult[];
  readonly drawnAt: Date;
};

/** The winner of a prize, counted from 1. */
export type PrizeWinner = { readonly place: number; readonly ticketNumber: number; readonly winnerId: string };

/** Stores the result and completes the lottery, which the caller has locked. Returns the prizes' winners. */
export async function insertResult(tx: Tx, result: DrawResultRow): Promise<readonly PrizeWinner[]> {
  const { lotteryId, beacon, picks, prizes } = result;
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
  const passedOver = new Set(prizes.flatMap((each) => each.passedOver.map(({ pick }) => pick)));
  await tx
    .insertInto("draw_picks")
    .values(
      picks.map(({ pick, ticket }) => ({
        lottery_id: lotteryId,
        pick,
        ticket_number: ticket,
        passed_over: passedOver.has(pick),
      })),
    )
    .execute();
  const owners = new Map(
    (
      await listHolders(
        tx,
        lotteryId,
        picks.map(({ ticket }) => ticket),
      )
    ).map(({ ticketNumber, ownerId }) => [ticketNumber, ownerId]),
  );
  const winners = prizes.flatMap(({ prize, winner }) => {
    const ticketNumber = winner === undefined ? undefined : picks[winner]?.ticket;
    const winnerId = ticketNumber === undefined ? undefined : owners.get(ticketNumber);
    return ticketNumber === undefined || winnerId === undefined ? [] : [{ place: prize, ticketNumber, winnerId }];
  });
  const [first, ...further] = winners;
  if (first?.place !== 1) throw new Error(`draw ${lotteryId} has no winner of its first prize`);
  if (further.length > 0)
    await tx
      .insertInto("prize_handovers")
      .values(further.map(({ place }) => ({ lottery_id: lotteryId, place })))
      .execute();
  await completeLottery(tx, lotteryId, { winners, at: result.drawnAt });
  return winners;
}

/** A frozen draw with its winning ticket: the first pick, or the latest replacement. */
export type ResultRow = {
  readonly lotteryId: string;
  readonly winner: { readonly drawnAt: Date; readonly ticketNumber: number; readonly userId: string } | undefined;
};

/** The frozen ones of these draws. */
export async function listResultRows(db: Db, lotteryIds: readonly string[]): Promise<ResultRow[]> {
  if (lotteryIds.length === 0) return [];
  const { rows } = await sql<{ lottery_id: string; drawn_at: Date | null; ticket_number: number | null; user_id: string | null }>`
    SELECT d.lottery_id, d.drawn_at, t.ticket_number, t.user_id FROM draws d
    LEFT JOIN LATERAL (
      SELECT ticket_number FROM (
        SELECT ticket_number, id FROM winner_changes w WHERE w.lottery_id = d.lottery_id AND w.place = 1
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

/** The present winner of a further prize. `place` is from 2 on. */
export type PrizeRow = {
  readonly lotteryId: string;
  readonly place: number;
  readonly ticketNumber: number;
  readonly userId: string;
};

type FurtherWin = {
  readonly lottery_id: string;
  readonly place: number;
  readonly ticket_number: number;
  readonly user_id: string;
};

/** The present winners of further prizes of these draws. */
export async function listPrizeRows(db: Db, lotteryIds: readonly string[]): Promise<PrizeRow[]> {
  if (lotteryIds.length === 0) return [];
  const { rows } = await sql<FurtherWin>`
    SELECT d.lottery_id, w.place, w.ticket_number, t.user_id FROM draws d CROSS JOIN LATERAL winning_tickets(d.lottery_id) w
    JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = w.ticket_number
    WHERE d.lottery_id = ANY(${lotteryIds}::uuid[]) AND d.drawn_at IS NOT NULL AND d.prize_count > 1 AND w.place > 1
    ORDER BY d.lottery_id, w.place`.execute(db);
  return rows.map((row) => ({
    lotteryId: row.lottery_id,
    place: row.place,
    ticketNumber: row.ticket_number,
    userId: row.user_id,
  }));
}

/** A prize that a player has won, with its title. */
export type WinRow = {
  readonly lotteryId: string;
  readonly place: number;
  readonly title: Messages;
  readonly drawnAt: Date;
};

/** A player's wins, latest first. */
export async function listWinRows(db: Db, userId: string): Promise<WinRow[]> {
  const { rows } = await sql<{ id: string; place: number; title: string; title_fr: string | null; drawn_at: Date }>`
    SELECT l.id, 1 AS place, l.title, l.title_fr, d.drawn_at FROM lotteries l JOIN draws d ON d.lottery_id = l.id
    WHERE l.winner_id = ${userId} AND l.status = 'completed' AND d.drawn_at IS NOT NULL
    UNION ALL
    SELECT l.id, w.place, l.further_prizes->(w.place - 2)->'title'->>'en', l.further_prizes->(w.place - 2)->'title'->>'fr', d.drawn_at
    FROM lotteries l JOIN draws d ON d.lottery_id = l.id CROSS JOIN LATERAL winning_tickets(l.id) w
    JOIN tickets t ON t.lottery_id = l.id AND t.ticket_number = w.ticket_number
    WHERE t.user_id = ${userId} AND l.status = 'completed' AND d.drawn_at IS NOT NULL AND d.prize_count > 1 AND w.place > 1
      AND l.id IN (SELECT lottery_id FROM tickets WHERE user_id = ${userId})
    ORDER BY drawn_at DESC, id, place`.execute(db);
  return rows.map((row) => ({
    lotteryId: row.id,
    place: row.place,
    title: { en: row.title, fr: row.title_fr ?? undefined },
    drawnAt: row.drawn_at,
  }));
}

/** When each of these draws was drawn, and the link to its recording; others are missing. */
export async function listDrawn(
  db: Db,
  lotteryIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly drawnAt: Date; readonly videoUrl: string | undefined }>> {
  if (lotteryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("draws")
    .select(["lottery_id", "drawn_at", "video_url"])
    .where("lottery_id", "in", lotteryIds)
    .where("drawn_at", "is not", null)
    .execute();
  return new Map(
    rows.flatMap(({ lottery_id, drawn_at: drawnAt, video_url }) =>
      drawnAt ? [[lottery_id, { drawnAt, videoUrl: video_url ?? undefined }] as const] : [],
    ),
  );
}
