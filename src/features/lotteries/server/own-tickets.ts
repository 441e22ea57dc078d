/** The tickets of the signed-in player in a draw. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { OwnTickets } from "#shared/me.ts";
import { findOwnRow } from "./own-store.ts";

export async function findOwnTickets(ctx: Pick<Ctx, "db">, userId: string, lotteryId: string): Promise<OwnTickets> {
  return findOwnRow(ctx.db, userId, lotteryId);
}
