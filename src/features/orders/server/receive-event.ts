/** What the payment provider tells of its own accord: by webhook, or found when reconciling. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentEvent } from "#platform/payments/payments.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { finishEvent, rememberEvent } from "./event-store.ts";
import { hearOfDispute, hearOfFraudWarning } from "./hear-of-dispute.ts";
import { hearOfRefund } from "./hear-of-refund.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderRow } from "./store.ts";

/**
 * Checks the signature and does what the event asks for, once.
 *
 * @returns `bad_signature` for a forged or stale one. Throws while the work is unfinished, so that the provider sends it again.
 */
export async function receiveWebhook(ctx: Ctx, rawBody: string, signature: string): Promise<Result<undefined, "bad_signature">> {
  const event = await ctx.payments.readEvent(rawBody, signature);
  if (!event.ok) return err("bad_signature");
  await receiveEvent(ctx, event.value);
  return ok();
}

/** Does what an event asks for. A second time is free. */
export async function receiveEvent(ctx: Ctx, event: PaymentEvent): Promise<void> {
  const objectId = event.sessionId ?? event.paymentIntentId ?? "";
  const unfinished = await rememberEvent(ctx.db, {
    id: event.id,
    type: event.type,
    objectId,
    createdAt: event.createdAt,
    now: ctx.now(),
  });
  if (!unfinished) return;
  await finishEvent(ctx.db, event.id, await act(ctx, event), ctx.now());
}

/** Returns the order it was about, if any. */
async function act(ctx: Ctx, event: PaymentEvent): Promise<string | undefined> {
  const { type, sessionId, paymentIntentId } = event;
  if (type.startsWith("checkout.session.") && sessionId !== undefined) return (await settleOrder(ctx, sessionId)).orderId;
  if (type.startsWith("charge.dispute.")) return hearOfDispute(ctx, event);
  if (type === "radar.early_fraud_warning.created") return hearOfFraudWarning(ctx, event);
  if (type.startsWith("refund.") || type.startsWith("charge.refund")) return hearOfRefund(ctx, paymentIntentId);
  // Counted as a sign of harm where there are many; nothing else follows.
  if (type === "payment_intent.payment_failed" && event.orderId) return (await findOrderRow(ctx.db, event.orderId))?.id;
  return undefined;
}
