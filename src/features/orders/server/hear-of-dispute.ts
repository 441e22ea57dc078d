/** The provider tells that a buyer's bank asks about a payment, wants it back, or has decided. */
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentEvent } from "#platform/payments/payments.server.ts";
import { findPaidOrder } from "./find-paid-order.ts";
import { settleDispute } from "./settle-dispute.ts";

/** What the event says is old by the time it comes: the provider is asked. Returns the order. */
export async function hearOfDispute(ctx: Ctx, { disputeId, provider }: PaymentEvent): Promise<string | undefined> {
  return disputeId === undefined ? undefined : settleDispute(ctx, disputeId, provider);
}

/** A card network thinks that a payment may be fraud. Nothing changes: somebody looks, before it becomes a dispute. Returns the order. */
export async function hearOfFraudWarning(ctx: Ctx, event: PaymentEvent): Promise<string | undefined> {
  const order = await findPaidOrder(ctx, event);
  if (!order) return undefined;
  // Nothing is left to refund, or it is on its way.
  if (order.state !== "paid") return order.id;
  ctx.log.error({ alert: "fraud_warning", orderId: order.id }, "a card network warns of fraud");
  const facts = { amount: order.total };
  await raiseAlert(ctx.db, { kind: "fraud_warning", subject: { type: "order", id: order.id }, facts, at: ctx.now() });
  return order.id;
}
