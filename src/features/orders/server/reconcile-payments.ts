/** Compares the provider's books with ours, for webhooks that never came and refunds that never went. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isFinished } from "./event-store.ts";
import { receiveEvent } from "./receive-event.ts";
import { listOverdueRefunds } from "./refund-store.ts";
import { sendRefund } from "./send-refund.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderRow } from "./store.ts";

/** How far back each round looks: longer than a page can live, and than a night without anybody at the desk. */
const LOOK_BACK_HOURS = 26;
/** A refund that its queue has not sent within this time is tried again in each round, until it goes. */
const REFUND_OVERDUE_HOURS = 1;
const REFUNDS_AT_ONCE = 50;

/** Settles paid pages that no order knows of yet, works through events that were never received, and sends overdue refunds. */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const since = hoursAgo(ctx, LOOK_BACK_HOURS);
  for (const orderId of await listOverdueRefunds(ctx.db, hoursAgo(ctx, REFUND_OVERDUE_HOURS), REFUNDS_AT_ONCE))
    await attempt(ctx, { order: orderId }, () => sendRefund(ctx, orderId));
  for await (const page of ctx.payments.listPages(since)) {
    const { orderId } = page;
    if (!page.paid || orderId === undefined) continue;
    await attempt(ctx, { order: orderId }, async () => {
      const order = await findOrderRow(ctx.db, orderId);
      if (order && ["reserved", "awaiting_payment", "expired"].includes(order.state)) await settleOrder(ctx, page.id);
    });
  }
  for await (const event of ctx.payments.listEvents(since))
    await attempt(ctx, { event: event.id }, async () => {
      if (!(await isFinished(ctx.db, event.id))) await receiveEvent(ctx, event);
    });
}

/** One that fails is met again in the next round and does not keep the rest waiting. */
async function attempt(ctx: Ctx, subject: { order: string } | { event: string }, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.error({ err: error, ...subject }, "reconciling a payment failed"));
}

function hoursAgo(ctx: Ctx, hours: number): Date {
  return new Date(ctx.now().getTime() - hours * 3_600_000);
}
