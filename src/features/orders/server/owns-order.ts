/** Whether an order that somebody writes about is their own. */
import type { Ctx } from "#platform/ctx.server.ts";
import { readOrderNumber } from "#shared/order-number.ts";
import { hasOrderNumber } from "./owner-store.ts";

/** True for what is no order's number, and for visitors who are not signed in: nobody learns from it which numbers there are. */
export async function isOwnOrUnknown(ctx: Pick<Ctx, "db">, userId: string | undefined, typed: string): Promise<boolean> {
  const number = readOrderNumber(typed);
  return number === undefined || userId === undefined || hasOrderNumber(ctx.db, userId, number);
}
