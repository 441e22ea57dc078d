/** Compares the provider's books with ours, for webhooks that never came. */
import type { Ctx } from "#platform/ctx.server.ts";
import { receiveEvent } from "./receive-event.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderRow } from "./store.ts";

/** How far back each round looks: longer than a page can live, and than a night without anybody at the desk. */
const LOOK_BACK_HOURS = 26;

/** Settles paid pages that no order knows of yet, and works through events that were never received. */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now().getTime() - LOOK_BACK_HOURS * 3_600_000);
  for await (const page of ctx.payments.listPages(since)) {
    if (!page.paid || page.orderId === undefined) continue;
    const order = await findOrderRow(ctx.db, page.orderId);
    if (order && ["reserved", "awaiting_payment", "expired"].includes(order.state)) await settleOrder(ctx, page.id);
  }
  for await (const event of ctx.payments.listEvents(since)) await receiveEvent(ctx, event);
}
