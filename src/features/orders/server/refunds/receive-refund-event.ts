/** Handles refund events: whatever one says, the shop reads the state of all refunds of that payment. */
import { partOfOrder } from "#features/access/rules/alert.ts";
import { raiseAlertOnce } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { hasFailed } from "../../rules/refund-state.ts";
import { findOrderPaidOtherwise, findPaidOrder, type Payment } from "../reading/find-paid-order.ts";
import { syncRefunds } from "./book-refunds.ts";

/**
 * Alerts staff if the refund of a second payment has failed. Such refunds are not stored, so only this event
 * shows it.
 */
async function receiveSecondPaymentEvent(ctx: Ctx, payment: Payment): Promise<string | undefined> {
  const order = await findOrderPaidOtherwise(ctx, payment);
  if (!order || payment.paymentIntentId === undefined) return undefined;
  const refunds = await ctx.payments.of(payment.provider).listRefundsOf(payment.paymentIntentId);
  const failed = refunds.findLast(({ state }) => hasFailed(state));
  if (!failed || refunds.some(({ state }) => !hasFailed(state))) return order.id;
  const facts = { amount: failed.amount, message: payment.paymentIntentId };
  const subject = partOfOrder(order.id, payment.paymentIntentId);
  ctx.log.error({ alert: "second_payment_kept", orderId: order.id }, "the refund of a second payment failed");
  await raiseAlertOnce(ctx.db, { kind: "second_payment_kept", subject, facts, at: ctx.now() });
  return order.id;
}

/** @returns the id of the order concerned, if any */
export async function receiveRefundEvent(ctx: Ctx, payment: Payment): Promise<string | undefined> {
  const order = await findPaidOrder(ctx, payment);
  if (order?.paymentIntentId === undefined) return receiveSecondPaymentEvent(ctx, payment);
  await syncRefunds(ctx, { ...order, paymentIntentId: order.paymentIntentId });
  return order.id;
}
