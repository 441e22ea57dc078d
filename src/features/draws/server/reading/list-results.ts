/** Results of draws: winners, past draws and a player's wins. */
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { listWonLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Result } from "../../rules/past-draw.ts";
import { listDrawn, listPrizeRows, listResultRows, listWinRows, type WinRow } from "../drawing/result-store.ts";

/** The present winner of the first prize; `name` is the public one. */
export type DrawResult = {
  readonly winner: { readonly drawnAt: Date; readonly ticketNumber: number; readonly name: string | undefined } | undefined;
  /** Of further prizes. */
  readonly prizes: readonly { readonly place: number; readonly ticketNumber: number; readonly name: string | undefined }[];
};

/** Results by draw; draws that are not frozen are missing. */
export async function listResults(ctx: Pick<Ctx, "db">, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, DrawResult>> {
  const [rows, prizes] = await Promise.all([listResultRows(ctx.db, lotteryIds), listPrizeRows(ctx.db, lotteryIds)]);
  const winnerIds = [...rows.flatMap(({ winner }) => winner?.userId ?? []), ...prizes.map(({ userId }) => userId)];
  const names = await listPublicNames(ctx, [...new Set(winnerIds)]);
  return new Map(
    rows.map(({ lotteryId, winner }) => [
      lotteryId,
      {
        winner: winner && { drawnAt: winner.drawnAt, ticketNumber: winner.ticketNumber, name: names.get(winner.userId) },
        prizes: prizes
          .filter((prize) => prize.lotteryId === lotteryId)
          .map(({ place, ticketNumber, userId }) => ({ place, ticketNumber, name: names.get(userId) })),
      },
    ]),
  );
}

/** Draws with a winner, latest first. */
export async function listPastDraws(ctx: Pick<Ctx, "db">, limit?: number): Promise<Result[]> {
  const lotteries = await listWonLotteries(ctx, limit);
  const several = lotteries.filter(({ furtherPrizes }) => furtherPrizes.length > 0);
  const [drawn, prizes] = await Promise.all([
    listDrawn(
      ctx.db,
      lotteries.map(({ id }) => id),
    ),
    listPrizeRows(
      ctx.db,
      several.map(({ id }) => id),
    ),
  ]);
  const winnerIds = [...lotteries.flatMap(({ winnerId }) => winnerId ?? []), ...prizes.map(({ userId }) => userId)];
  const names = await listPublicNames(ctx, [...new Set(winnerIds)]);
  const winnersOf = (id: string) => prizes.filter(({ lotteryId }) => lotteryId === id);
  return lotteries.map((lottery) => ({
    lottery,
    winnerName: lottery.winnerId && names.get(lottery.winnerId),
    prizeWinners: new Map(winnersOf(lottery.id).map(({ place, userId }) => [place, names.get(userId)])),
    drawnAt: drawn.get(lottery.id)?.drawnAt,
    videoUrl: drawn.get(lottery.id)?.videoUrl,
  }));
}

/** The draws that a player has won. */
export async function listWins(ctx: Pick<Ctx, "db">, userId: string): Promise<WinRow[]> {
  return listWinRows(ctx.db, userId);
}
