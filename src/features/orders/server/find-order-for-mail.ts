/** An order as the mails about it tell of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Day } from "#shared/dates.ts";
import { type DisputeStory, findDisputeStory } from "./dispute-reading-store.ts";
import { findReceivedOn } from "./kept-card-store.ts";
import { listTicketNumbers, type TicketName } from "./reading-store.ts";
import { findOrderStory, type OrderStory } from "./story-store.ts";

export type OrderForMail = OrderStory & { readonly tickets: readonly TicketName[]; readonly receivedOn: Day | undefined };

/** Undefined for an unknown id. `refundId` names the refund that is told of, else it is the shop's last one. `receivedOn` is of the card that a free entry came on, while it is kept. */
export async function findOrderForMail(
  ctx: Pick<Ctx, "db">,
  orderId: string,
  refundId?: string,
): Promise<OrderForMail | undefined> {
  const [story, tickets, receivedOn] = await Promise.all([
    findOrderStory(ctx.db, orderId, refundId),
    listTicketNumbers(ctx.db, orderId),
    findReceivedOn(ctx.db, orderId),
  ]);
  return story && { ...story, tickets, receivedOn };
}

/** Undefined for an unknown id. */
export async function findDisputeForMail(ctx: Pick<Ctx, "db">, disputeId: string): Promise<DisputeStory | undefined> {
  return findDisputeStory(ctx.db, disputeId);
}
