/** Sends a refund to the provider exactly once, however often it is retried. */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isPartial } from "../../rules/refund-state.ts";
import { findOrderRow } from "../store.ts";
import { bookRefunds, type PaidOrder, syncRefunds } from "./book-refunds.ts";
import { findDueRefund, type RefundRow } from "./refund-reading-store.ts";
import { beginAttempt, recordAttemptFailure } from "./refund-store.ts";

const ALERT_AFTER_TRIES = 5;

/** The provider refuses the refund. */
class Refused extends Error {}

/** Sends what is due. @returns false if less than that is left of the payment at the provider */
async function sendDue(ctx: Ctx, order: PaidOrder): Promise<boolean> {
  const due = await findDueRefund(ctx.db, order.id);
  if (!due) return true;
  const { paymentIntentId } = order;
  const { amount, refusals } = due;
  const provider = ctx.payments.of(order.provider);
  const sent = await provider.refund({ refundId: due.id, orderId: order.id, paymentIntentId, amount, refusals });
  if (sent.ok) await bookRefunds(ctx, order.id, [sent.value]);
  else if (sent.error !== "not_left") throw new Refused(sent.error);
  return sent.ok;
}

/** Stores the failure of an attempt, and alerts staff after several. */
async function recordFailure(
  ctx: Ctx,
  orderId: string,
  { refund, tries, error }: { refund: RefundRow; tries: number; error: unknown },
) {
  const message = error instanceof Error ? error.message : String(error);
  await recordAttemptFailure(ctx.db, refund.id, { message, isRefusal: error instanceof Refused });
  if (tries < ALERT_AFTER_TRIES) return;
  ctx.log.error({ err: error, alert: "refund_failed", orderId }, "a refund keeps failing");
  const subject = { type: "order", id: orderId } as const;
  await raiseAlert(ctx.db, { kind: "refund_failed", subject, facts: { times: tries }, at: ctx.now() });
}

/**
 * Sends the refund that an order is owed, unless a bank holds the money. Reads the first attempt's state
 * before a retry, because idempotency keys expire after a day. Throws if the provider refuses or fails.
 */
export async function sendRefund(ctx: Ctx, orderId: string): Promise<void> {
  const [order, due] = await Promise.all([findOrderRow(ctx.db, orderId), findDueRefund(ctx.db, orderId)]);
  if (!order || order.disputed > 0 || !due || order.paymentIntentId === undefined) return;
  if (order.state !== "refund_due" && !(order.state === "paid" && isPartial(due.reason))) return;
  const payment = { ...order, paymentIntentId: order.paymentIntentId };
  const tries = await beginAttempt(ctx.db, due.id);
  if (tries === 0) return;
  try {
    if (tries > 1) await syncRefunds(ctx, payment);
    if (await sendDue(ctx, payment)) return;
    // A part was refunded at the provider without an event: send what is left.
    await syncRefunds(ctx, payment);
    if (!(await sendDue(ctx, payment))) throw new Refused("the provider has less left of the payment than the books");
  } catch (error) {
    await recordFailure(ctx, orderId, { refund: due, tries, error });
    throw error;
  }
}
