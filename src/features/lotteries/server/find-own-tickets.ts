/** What a visitor has of a draw already, for the page where more are chosen. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findOwnRow } from "./own-store.ts";

/** `held` waits for the visitor's own payment; `bought` is paid for. Free entries stand outside. */
export type OwnTickets = { readonly held: number; readonly bought: number };

export async function findOwnTickets(ctx: Pick<Ctx, "db">, userId: string | undefined, lotteryId: string): Promise<OwnTickets> {
  return userId === undefined ? { held: 0, bought: 0 } : findOwnRow(ctx.db, userId, lotteryId);
}
