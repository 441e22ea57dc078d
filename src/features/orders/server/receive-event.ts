/** What the payment provider tells of its own accord: by webhook, or found when reconciling. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentEvent } from "#platform/payments.server.ts";
import { pence } from "#shared/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { finishEvent, rememberEvent } from "./event-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { recordForeignRefund, voidTickets } from "./refund-store.ts";
import { settleOrder } from "./settle-order.ts";
import { findOrderByIntent, lockOrder, type OrderRow } from "./store.ts";

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
  if (event.type.startsWith("checkout.session.") && event.sessionId !== undefined)
    return (await settleOrder(ctx, event.sessionId)).orderId;
  if (event.type === "charge.refunded") return moneyWentBack(ctx, event, "at_provider");
  if (event.type === "charge.dispute.created") return moneyWentBack(ctx, event, "dispute");
  return undefined;
}

/** Tickets whose money went back leave the draw, unless its entries are frozen: then somebody has to look. */
async function moneyWentBack(ctx: Ctx, event: PaymentEvent, reason: "at_provider" | "dispute"): Promise<string | undefined> {
  const { paymentIntentId } = event;
  const order = paymentIntentId === undefined ? undefined : await findPaidOrder(ctx, paymentIntentId);
  if (!order) return undefined;
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    // Our own refunds are announced by the provider too, and are recorded already or about to be.
    if (locked?.state !== "paid") return;
    const refunded = reason === "dispute" ? locked.total : pence(Math.min(event.refunded ?? 0, locked.total));
    // Locked, so that a freeze either comes first and is seen, or counts without these tickets.
    const lottery = await lockLotteryState(tx, locked.lotteryId);
    const frozen = lottery?.salesState === "closed" || lottery?.salesState === "drawn";
    const ends = !frozen && refunded === locked.total;
    if (ends) await voidTickets(tx, locked, ctx.now());
    await recordForeignRefund(tx, locked.id, { reason, refunded, ends, now: ctx.now() });
    if (ends) await ctx.jobs.send(tx, "mail", { message: "refund", orderId: locked.id });
    if (!ends || reason === "dispute")
      ctx.log.error({ alert: "money_went_back", order: locked.id, reason, frozen }, "money went back at the provider");
  });
  return order.id;
}

/** Events come in any order: this one may be the first word of a payment, which is then settled before it is undone. */
async function findPaidOrder(ctx: Ctx, paymentIntentId: string): Promise<OrderRow | undefined> {
  const order = await findOrderByIntent(ctx.db, paymentIntentId);
  if (order) return order;
  const page = await ctx.payments.findPageOf(paymentIntentId);
  if (page?.orderId === undefined) return undefined;
  await settleOrder(ctx, page.id);
  return findOrderByIntent(ctx.db, paymentIntentId);
}
