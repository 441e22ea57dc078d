/** Who takes part in a draw, for telling them of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { listEntrantIds, listNumbers } from "./participant-store.ts";

/** Everybody with a ticket in the frozen list; empty before the freeze. */
export async function listEntrants(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<string[]> {
  return listEntrantIds(ctx.db, lotteryId);
}

/** The ticket numbers that each of these people has in the frozen list, ascending. */
export async function listEntrantNumbers(
  ctx: Pick<Ctx, "db">,
  lotteryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  return listNumbers(ctx.db, lotteryId, userIds);
}
