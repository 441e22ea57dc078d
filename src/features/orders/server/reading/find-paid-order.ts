/** Finds the order that a payment belongs to, even if its payment event has not arrived yet. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findOrderByIntent, findOrderRow, type OrderRow } from "../store.ts";

export type Payment = { readonly provider: PaymentProviderName; readonly paymentIntentId: string | undefined };

/** The order that was paid with another payment; undefined if there is none or the payment is its own. */
export async function findOrderPaidOtherwise(ctx: Ctx, { provider, paymentIntentId }: Payment): Promise<OrderRow | undefined> {
  if (paymentIntentId === undefined) return undefined;
  const page = await ctx.payments.of(provider).findPageOf(paymentIntentId);
  const order = page?.orderId === undefined ? undefined : await findOrderRow(ctx.db, page.orderId);
  const own = order?.capturing ?? order?.paymentIntentId;
  return order?.provider === provider && own !== undefined && own !== paymentIntentId ? order : undefined;
}

/** Events come in any order: the first one about a payment settles the order. */
export async function findPaidOrder(ctx: Ctx, { provider, paymentIntentId }: Payment): Promise<OrderRow | undefined> {
  if (paymentIntentId === undefined) return undefined;
  const order = await findOrderByIntent(ctx.db, paymentIntentId);
  if (order) return order;
  const page = await ctx.payments.of(provider).findPageOf(paymentIntentId);
  if (page?.orderId === undefined) return undefined;
  const sessionId = page.id ?? (await findOrderRow(ctx.db, page.orderId))?.sessionId;
  if (sessionId === undefined) return undefined;
  await settleOrder(ctx, sessionId, { provider });
  return findOrderByIntent(ctx.db, paymentIntentId);
}
