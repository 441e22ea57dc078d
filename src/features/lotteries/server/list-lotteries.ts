/** Looking over the draws. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Lottery } from "../rules/lottery.ts";
import { listLotteryRows, listLotteryRowsById, listWonLotteryRows } from "./store.ts";

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
