/** An order as the mails about it tell of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Day } from "#shared/dates.ts";
import { findReceivedOn } from "./kept-card-store.ts";
import { findOrderStory, listTicketNumbers, type OrderStory, type TicketName } from "./reading-store.ts";

export type OrderForMail = OrderStory & { readonly tickets: readonly TicketName[]; readonly receivedOn: Day | undefined };

/** Undefined for an unknown id. `receivedOn` is of the card that a free entry came on, while it is kept. */
export async function findOrderForMail(ctx: Pick<Ctx, "db">, orderId: string): Promise<OrderForMail | undefined> {
  const [story, tickets, receivedOn] = await Promise.all([
    findOrderStory(ctx.db, orderId),
    listTicketNumbers(ctx.db, orderId),
    findReceivedOn(ctx.db, orderId),
  ]);
  return story && { ...story, tickets, receivedOn };
}
