/** Looking over the draws, and what the shop may say of itself in numbers. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import type { Lottery } from "../rules/lottery.ts";
import {
  countFigureRows,
  countPaidOnly,
  hasPublished,
  listLotteryRows,
  listLotteryRowsById,
  listWonLotteryRows,
} from "./store.ts";

const MOST = 200;

/** Newest first: active ones by their making, completed ones by their end. */
export async function listLotteries(ctx: Pick<Ctx, "db">, status: "active" | "completed", limit = MOST): Promise<Lottery[]> {
  return listLotteryRows(ctx, status, Math.min(limit, MOST));
}

/** Completed draws that somebody has won, by their end, newest first. */
export async function listWonLotteries(ctx: Pick<Ctx, "db">, limit = MOST): Promise<Lottery[]> {
  return listWonLotteryRows(ctx, Math.min(limit, MOST));
}

/** These draws, whatever their status, by id. */
export async function listLotteriesById(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, Lottery>> {
  const lotteries = await listLotteryRowsById(ctx, ids);
  return new Map(lotteries.map((lottery) => [lottery.id, lottery]));
}

export type Figures = {
  /** Draws that have a winner. */
  readonly won: number;
  /** What their prizes were worth together. */
  readonly prizes: Pence;
  /** Ticket numbers issued in all draws so far, paid and free. */
  readonly tickets: number;
};

/** Counted from the database at each call; cheap, because each draw keeps its own count. */
export async function countFigures(ctx: Pick<Ctx, "db">): Promise<Figures> {
  return countFigureRows(ctx);
}

/** Draws on sale that nobody can enter free. */
export async function countWithoutFreeEntry(ctx: Pick<Ctx, "db">): Promise<number> {
  return countPaidOnly(ctx);
}

/** Whether there is a draw that visitors may see. */
export async function isAnyPublished(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return hasPublished(ctx);
}
