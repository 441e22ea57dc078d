/** Looking at one draw. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Lottery } from "../rules/lottery.ts";
import { NO_TICKETS, type OwnTickets } from "../rules/own-tickets.ts";
import type { PrizeImprovement } from "../rules/prize-improvement.ts";
import { listImprovementRows } from "./improvement-store.ts";
import { findOwnRow } from "./own-store.ts";
import { findLotteryRow, type RowWithAnswer, selectWithAnswer, toLotteryWithAnswer } from "./store.ts";

/** For a statement that looks at more than a draw with its answer: what it joins, and what a row of that says. */
export { type RowWithAnswer, selectWithAnswer, toLotteryWithAnswer };

/** The draw, whatever its status, or undefined for an unknown or malformed id. */
export async function findLottery(ctx: Pick<Ctx, "db">, id: string | undefined): Promise<Lottery | undefined> {
  return isUuid(id) ? findLotteryRow(ctx, id) : undefined;
}

/** A draw that visitors may see: not a draft. */
export async function findPublicLottery(ctx: Pick<Ctx, "db">, id: string | undefined): Promise<Lottery | undefined> {
  const lottery = await findLottery(ctx, id);
  return lottery?.status === "draft" ? undefined : lottery;
}

export async function findOwnTickets(ctx: Pick<Ctx, "db">, userId: string | undefined, lotteryId: string): Promise<OwnTickets> {
  return userId === undefined ? NO_TICKETS : findOwnRow(ctx.db, userId, lotteryId);
}

/** Oldest first; none for an unknown draw. */
export async function listImprovements(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<PrizeImprovement[]> {
  return listImprovementRows(ctx.db, lotteryId);
}
