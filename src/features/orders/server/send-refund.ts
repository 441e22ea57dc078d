/** Sends money back at the provider, once, however often it is tried. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findRefund, recordRefund, recordRefundFailure } from "./refund-store.ts";
import { findOrderRow, lockOrder } from "./store.ts";

/** After this many failures somebody has to look. */
const ALERT_AFTER_TRIES = 5;

/** Throws when the provider refuses or cannot be reached, so that the queue tries again later. */
export async function sendRefund(ctx: Ctx, orderId: string): Promise<void> {
  const [order, refund] = await Promise.all([findOrderRow(ctx.db, orderId), findRefund(ctx.db, orderId)]);
  if (order?.state !== "refund_due" || refund?.state !== "due" || order.paymentIntentId === undefined) return;
  let sent: Awaited<ReturnType<Ctx["payments"]["refund"]>>;
  try {
    sent = await ctx.payments.refund(orderId, order.paymentIntentId);
  } catch (error) {
    await recordRefundFailure(ctx.db, orderId, error instanceof Error ? error.message : String(error));
    if (refund.attempts + 1 >= ALERT_AFTER_TRIES)
      ctx.log.error({ err: error, alert: "refund_failed", order: orderId }, "a refund keeps failing");
    throw error;
  }
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked?.state !== "refund_due") return;
    await recordRefund(tx, orderId, sent, ctx.now());
    await ctx.jobs.send(tx, "mail", { message: "refund", orderId });
  });
}
