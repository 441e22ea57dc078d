/** An order as the mails about it tell of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findOrderStory, listTicketNumbers, type OrderStory, type TicketName } from "./reading-store.ts";

export type OrderForMail = OrderStory & { readonly tickets: readonly TicketName[] };

/** Undefined for an unknown id. */
export async function findOrderForMail(ctx: Pick<Ctx, "db">, orderId: string): Promise<OrderForMail | undefined> {
  const [story, tickets] = await Promise.all([findOrderStory(ctx.db, orderId), listTicketNumbers(ctx.db, orderId)]);
  return story && { ...story, tickets };
}
