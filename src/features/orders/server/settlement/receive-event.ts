/** Processes events of the payment provider, from webhooks or found when reconciling. */

import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { EventRefusal, PaymentEvent, PaymentProvider } from "#platform/payments/payments.server.ts";
import { ok, type Result } from "#shared/result.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { findPaidOrder } from "../reading/find-paid-order.ts";
import { receiveRefundEvent } from "../refunds/receive-refund-event.ts";
import { findOrderRow, type OrderRow } from "../store.ts";
import { finishEvent, storeEvent } from "./event-store.ts";
import { settleOrder } from "./settle-order.ts";

/** The event may be outdated: reads the dispute from the provider. Returns the order. */
async function receiveDisputeEvent(ctx: Ctx, { disputeId, provider }: PaymentEvent): Promise<string | undefined> {
  return disputeId === undefined ? undefined : settleDispute(ctx, disputeId, provider);
}

/** A card network suspects fraud: alerts staff, before it becomes a dispute. Returns the order. */
async function receiveFraudWarning(ctx: Ctx, event: PaymentEvent): Promise<string | undefined> {
  const order = await findPaidOrder(ctx, event);
  if (!order) return undefined;
  // Nothing is left to refund, or it is on its way.
  if (order.state !== "paid") return order.id;
  ctx.log.error({ alert: "fraud_warning", orderId: order.id }, "a card network warns of fraud");
  const facts = { amount: order.total };
  await raiseAlert(ctx.db, { kind: "fraud_warning", subject: { type: "order", id: order.id }, facts, at: ctx.now() });
  return order.id;
}

/** Returns the id of the order concerned, if any; `finished` if the event is already marked as processed. */
async function processEvent(
  ctx: Ctx,
  event: PaymentEvent,
  order: OrderRow | undefined,
): Promise<string | "finished" | undefined> {
  const { kind, provider, paymentIntentId } = event;
  if (kind === "page") {
    const eventOrder = order ?? (event.orderId === undefined ? undefined : await findOrderRow(ctx.db, event.orderId));
    const sessionId = event.sessionId ?? eventOrder?.sessionId;
    if (sessionId === undefined) return undefined;
    const settled = await settleOrder(ctx, sessionId, { order: eventOrder, provider, paymentIntentId, eventId: event.id });
    return settled.orderId === undefined ? undefined : "finished";
  }
  if (kind === "dispute") return receiveDisputeEvent(ctx, event);
  if (kind === "fraud_warning") return receiveFraudWarning(ctx, event);
  if (kind === "refund") return receiveRefundEvent(ctx, event);
  // Many of them are a sign of harm; nothing else follows.
  if (kind === "declined" && event.orderId) return (await findOrderRow(ctx.db, event.orderId))?.id;
  return undefined;
}

/** Processes an event once, however often it is received. */
export async function receiveEvent(ctx: Ctx, event: PaymentEvent, { byWebhook = false } = {}): Promise<void> {
  const objectId = event.sessionId ?? event.paymentIntentId ?? "";
  const { isUnfinished, order } = await storeEvent(ctx.db, {
    ...event,
    objectId,
    byWebhook,
    now: ctx.now(),
  });
  if (!isUnfinished) return;
  const result = await processEvent(ctx, event, order);
  if (result !== "finished") await finishEvent(ctx.db, event.id, result, ctx.now());
}

/** Checks the signature and processes the event once. */
export async function receiveWebhook(
  ctx: Ctx,
  provider: PaymentProvider,
  { rawBody, signature }: { readonly rawBody: string; readonly signature: string },
): Promise<Result<undefined, EventRefusal>> {
  const event = await provider.readEvent(rawBody, signature);
  if (!event.ok) return event;
  await receiveEvent(ctx, event.value, { byWebhook: true });
  return ok();
}
