import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money/money.ts";
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

export async function listLotteries(ctx: Pick<Ctx, "db">, status: "active" | "completed", limit = MOST): Promise<Lottery[]> {
  return listLotteryRows(ctx, status, Math.min(limit, MOST));
}

export async function listWonLotteries(ctx: Pick<Ctx, "db">, limit = MOST): Promise<Lottery[]> {
  return listWonLotteryRows(ctx, Math.min(limit, MOST));
}

export async function listLotteriesById(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, Lottery>> {
  const lotteries = await listLotteryRowsById(ctx, ids);
  return new Map(lotteries.map((lottery) => [lottery.id, lottery]));
}

export type Figures = {
  readonly won: number;
  readonly prizes: Pence;
  /** Ticket numbers issued in all draws, paid and free. */
  readonly tickets: number;
};

/** Not cached: the query is cheap because each draw has counters. */
export async function countFigures(ctx: Pick<Ctx, "db">): Promise<Figures> {
  return countFigureRows(ctx);
}

export async function countWithoutFreeEntry(ctx: Pick<Ctx, "db">): Promise<number> {
  return countPaidOnly(ctx);
}

export async function isAnyPublished(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return hasPublished(ctx);
}
