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

/** A draw that a player has won. */
export type WinRow = { readonly lotteryId: string; readonly title: Messages; readonly drawnAt: Date };

/** A player's wins of first prizes, latest first. */
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

/** When each of these draws was drawn; others are missing. */
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
