/** Reads a single draw. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Lottery } from "../rules/lottery.ts";
import type { PrizeImprovement } from "../rules/prize/prize-improvement.ts";
import { entriesOf, selectOwn } from "./own-store.ts";
import { listImprovementRows } from "./prize/improvement-store.ts";
import {
  findLotteryRow,
  type RowWithAnswer,
  selectLotteries,
  selectWithAnswer,
  toLottery,
  toLotteryWithAnswer,
} from "./store.ts";

/** SQL parts for statements that join draws, including answers and a person's own tickets. */
export { entriesOf, type RowWithAnswer, selectLotteries, selectOwn, selectWithAnswer, toLottery, toLotteryWithAnswer };

/** A draw in any status, drafts included; undefined for an unknown or invalid id. */
export async function findLottery(ctx: { readonly db: Db | Tx }, id: string | undefined): Promise<Lottery | undefined> {
  return isUuid(id) ? findLotteryRow(ctx, id) : undefined;
}

/** A draw that visitors may see: any but a draft. */
export async function findPublicLottery(ctx: Pick<Ctx, "db">, id: string | undefined): Promise<Lottery | undefined> {
  const lottery = await findLottery(ctx, id);
  return lottery?.status === "draft" ? undefined : lottery;
}

/** What was added to the prize since the first order, oldest first. */
export async function listImprovements(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<PrizeImprovement[]> {
  return listImprovementRows(ctx.db, lotteryId);
}
