/** The provider tells of money that goes back, or does not: every word of it makes the shop ask how all refunds of that payment stand. */
import type { Ctx } from "#platform/ctx.server.ts";
import { syncRefunds } from "./book-refunds.ts";
import { findPaidOrder, type Payment } from "./find-paid-order.ts";

/** Returns the order that the payment is of, if it is one of this shop's. */
export async function hearOfRefund(ctx: Ctx, payment: Payment): Promise<string | undefined> {
  const order = await findPaidOrder(ctx, payment);
  if (order?.paymentIntentId === undefined) return undefined;
  await syncRefunds(ctx, { ...order, paymentIntentId: order.paymentIntentId });
  return order.id;
}
