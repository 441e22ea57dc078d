/** The order that a payment is of, whatever is told of it first. */
import type { Ctx } from "#platform/ctx.server.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderByIntent, type OrderRow } from "./store.ts";

/** Events come in any order: this one may be the first word of a payment, which is then settled before it is undone. */
export async function findPaidOrder(ctx: Ctx, paymentIntentId: string): Promise<OrderRow | undefined> {
  const order = await findOrderByIntent(ctx.db, paymentIntentId);
  if (order) return order;
  const page = await ctx.payments.findPageOf(paymentIntentId);
  if (page?.orderId === undefined) return undefined;
  await settleOrder(ctx, page.id);
  return findOrderByIntent(ctx.db, paymentIntentId);
}
