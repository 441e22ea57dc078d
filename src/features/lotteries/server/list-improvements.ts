/** What was added to the prize of a draw since somebody first ordered: public, and part of what its draw is sealed with. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PrizeImprovement } from "../rules/prize-improvement.ts";
import { listImprovementRows } from "./improvement-store.ts";

/** Oldest first; none for an unknown draw. */
export async function listImprovements(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<PrizeImprovement[]> {
  return listImprovementRows(ctx.db, lotteryId);
}
