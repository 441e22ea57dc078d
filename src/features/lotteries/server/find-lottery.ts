/** Reads a single draw. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Lottery } from "../rules/lottery.ts";
import type { PrizeImprovement } from "../rules/prize/prize-improvement.ts";
import { entriesOf, selectOwnTickets } from "./own-store.ts";
import { listImprovementRows } from "./prize/improvement-store.ts";
import {
  findLotteryRow,
  type RowWithAnswer,
  selectLotteries,
  selectWithAnswer,
  toLottery,
  toLotteryWithAnswer,
} from "./store.ts";

// SQL for statements of other features, which may not import the stores of this one.
/** A query of draws, and how to turn its rows into draws. */
export { selectLotteries, toLottery };
/** The same with the right option of the question. */
export { type RowWithAnswer, selectWithAnswer, toLotteryWithAnswer };
/** Expressions for a person's entries and tickets in a draw. */
export { entriesOf, selectOwnTickets };

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
