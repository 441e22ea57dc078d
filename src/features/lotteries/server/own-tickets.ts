/** What somebody has of a draw, for its page and for whoever buys. */
import type { RouterContextProvider } from "react-router";
import type { Ctx } from "#platform/ctx.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { NO_TICKETS, type OwnTickets } from "../rules/lottery.ts";
import { findOwnRow } from "./own-store.ts";

type Context = Readonly<RouterContextProvider>;

const given = new WeakMap<Context, OwnTickets>();

export async function findOwnTickets(ctx: Pick<Ctx, "db">, userId: string | undefined, lotteryId: string): Promise<OwnTickets> {
  return userId === undefined ? NO_TICKETS : findOwnRow(ctx.db, userId, lotteryId);
}

/** What the visitor whom a page is made for has of its draw. */
export async function ownTicketsOf(
  context: Context,
  visitor: { readonly id: string } | undefined,
  lotteryId: string,
): Promise<OwnTickets> {
  return given.get(context) ?? findOwnTickets(ctxOf(context), visitor?.id, lotteryId);
}

/** Says what that is of a request that nobody sent: of a page which is made to be kept. */
export function giveTickets(context: Context, own: OwnTickets): void {
  given.set(context, own);
}
