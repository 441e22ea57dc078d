/** Finds the order that a payment belongs to, even if its payment event has not arrived yet. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findOrderByIntent, findOrderRow, type OrderRow } from "../store.ts";

/** A payment at a provider. */
export type Payment = { readonly provider: PaymentProviderName; readonly paymentIntentId: string | undefined };

/** The order that this payment was made for, if the order was paid with another one; otherwise undefined. */
export async function findOrderPaidOtherwise(ctx: Ctx, { provider, paymentIntentId }: Payment): Promise<OrderRow | undefined> {
  if (paymentIntentId === undefined) return undefined;
  const paymentPage = await ctx.payments.of(provider).findPageOf(paymentIntentId);
  const order = paymentPage?.orderId === undefined ? undefined : await findOrderRow(ctx.db, paymentPage.orderId);
  // `capturing`: the payment that was chosen, before the provider has captured it.
  const ownPayment = order?.capturing ?? order?.paymentIntentId;
  return order?.provider === provider && ownPayment !== undefined && ownPayment !== paymentIntentId ? order : undefined;
}

/** The order that was paid with this payment. If its event has not arrived, settles the order first. */
export async function findPaidOrder(ctx: Ctx, { provider, paymentIntentId }: Payment): Promise<OrderRow | undefined> {
  if (paymentIntentId === undefined) return undefined;
  const order = await findOrderByIntent(ctx.db, paymentIntentId);
  if (order) return order;
  const paymentPage = await ctx.payments.of(provider).findPageOf(paymentIntentId);
  if (paymentPage?.orderId === undefined) return undefined;
  const sessionId = paymentPage.id ?? (await findOrderRow(ctx.db, paymentPage.orderId))?.sessionId;
  if (sessionId === undefined) return undefined;
  await settleOrder(ctx, sessionId, { provider });
  return findOrderByIntent(ctx.db, paymentIntentId);
}
