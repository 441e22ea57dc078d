/** Lists of public draws, and figures over all of them. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money/money.ts";
import type { Lottery } from "../rules/lottery.ts";
import {
  countFigureRows,
  countForCharity,
  countPaidOnly,
  hasPublished,
  listLotteryRows,
  listLotteryRowsById,
  listWonLotteryRows,
} from "./store.ts";

/** The longest list. */
const MOST_LISTED = 200;

/** Active draws newest first, completed ones by their end, latest first. */
export async function listLotteries(
  ctx: Pick<Ctx, "db">,
  status: "active" | "completed",
  limit = MOST_LISTED,
): Promise<Lottery[]> {
  return listLotteryRows(ctx, status, Math.min(limit, MOST_LISTED));
}

/** Completed draws with a winner, latest first. */
export async function listWonLotteries(ctx: Pick<Ctx, "db">, limit = MOST_LISTED): Promise<Lottery[]> {
  return listWonLotteryRows(ctx, Math.min(limit, MOST_LISTED));
}

/** Draws by id, in any status. */
export async function listLotteriesById(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, Lottery>> {
  const lotteries = await listLotteryRowsById(ctx, ids);
  return new Map(lotteries.map((lottery) => [lottery.id, lottery]));
}

/** `won`: draws with a winner; `prizes`: the value of their prizes. */
export type Figures = {
  readonly won: number;
  readonly prizes: Pence;
  /** Ticket numbers issued in all draws, paid and free. */
  readonly tickets: number;
};

/** The figures over all published draws. Not cached: the query is cheap because each draw has counters. */
export async function countFigures(ctx: Pick<Ctx, "db">): Promise<Figures> {
  return countFigureRows(ctx);
}

/** How many active draws take no postal entries. */
export async function countWithoutFreeEntry(ctx: Pick<Ctx, "db">): Promise<number> {
  return countPaidOnly(ctx);
}

/** How many published draws, past ones included, are for a charity. */
export async function countWithCharity(ctx: Pick<Ctx, "db">): Promise<number> {
  return countForCharity(ctx);
}

/** Whether any draw was ever published. */
export async function isAnyPublished(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return hasPublished(ctx);
}
