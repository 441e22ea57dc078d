/** What a visitor has of a draw already, for the page where more are chosen. */
import type { Ctx } from "#platform/ctx.server.ts";
import { NO_TICKETS, type OwnTickets } from "../rules/own-tickets.ts";
import { findOwnRow } from "./own-store.ts";

export async function findOwnTickets(ctx: Pick<Ctx, "db">, userId: string | undefined, lotteryId: string): Promise<OwnTickets> {
  return userId === undefined ? NO_TICKETS : findOwnRow(ctx.db, userId, lotteryId);
}
