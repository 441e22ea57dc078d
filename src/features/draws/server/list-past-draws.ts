/** Looking over the draws that are over, and who won them. */
import { listPublicNames } from "#features/accounts/server/list-public-names.ts";
import { listWonLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Result } from "../rules/past-draw.ts";
import { listDrawnAt, listWinRows, type WinRow } from "./result-store.ts";

/** Newest end of sales first; a completed draw without a winner, because nobody had entered, is left out. */
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

/** Newest first. */
export async function listWins(ctx: Pick<Ctx, "db">, userId: string): Promise<WinRow[]> {
  return listWinRows(ctx.db, userId);
}
