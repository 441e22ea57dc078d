/** Results of draws: winners, past draws and a player's wins. */
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { listWonLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Result } from "../../rules/past-draw.ts";
import { listDrawnAt, listResultRows, listWinRows, type WinRow } from "../drawing/result-store.ts";

/** The present winner of the first prize; `name` is the public one. */
export type DrawResult = {
  readonly winner: { readonly drawnAt: Date; readonly ticketNumber: number; readonly name: string | undefined } | undefined;
};

/** Results by draw; draws that are not frozen are missing. */
export async function listResults(ctx: Pick<Ctx, "db">, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, DrawResult>> {
  const rows = await listResultRows(ctx.db, lotteryIds);
  const names = await listPublicNames(ctx, [...new Set(rows.flatMap(({ winner }) => winner?.userId ?? []))]);
  return new Map(
    rows.map(({ lotteryId, winner }) => [
      lotteryId,
      { winner: winner && { drawnAt: winner.drawnAt, ticketNumber: winner.ticketNumber, name: names.get(winner.userId) } },
    ]),
  );
}

/** Draws with a winner, latest first. */
export async function listPastDraws(ctx: Pick<Ctx, "db">, limit?: number): Promise<Result[]> {
  const lotteries = await listWonLotteries(ctx, limit);
  const [names, drawnAt] = await Promise.all([
    listPublicNames(ctx, [...new Set(lotteries.flatMap(({ winnerId }) => winnerId ?? []))]),
    listDrawnAt(
      ctx.db,
      lotteries.map(({ id }) => id),
    ),
  ]);
  return lotteries.map((lottery) => ({
    lottery,
    winnerName: lottery.winnerId && names.get(lottery.winnerId),
    drawnAt: drawnAt.get(lottery.id),
  }));
}

/** The draws that a player has won. */
export async function listWins(ctx: Pick<Ctx, "db">, userId: string): Promise<WinRow[]> {
  return listWinRows(ctx.db, userId);
}
