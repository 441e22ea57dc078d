/** The shop gives a buyer the money back: the tickets leave the draw, and the refund worker sends what is left of the payment. */

import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import { canRefund, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { holdsStandingTicket } from "./cancel-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { oweWhatIsLeft } from "./refund-store.ts";
import { lockOrder } from "./store.ts";
import { voidTickets } from "./ticket-store.ts";

export type RefundOrderError = ProvenRefusal | "not_found" | "no_reason" | RefusalOf<typeof canRefund>;

/** @param input.reason why, in the administrator's words; it is kept in the log */
export async function refundOrder(
  ctx: Ctx,
  actor: Actor,
  input: { readonly orderId: string; readonly reason: string },
): Promise<Result<undefined, RefundOrderError>> {
  const proven = await requireProven(ctx, actor, "orders.refund");
  if (!proven.ok) return proven;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  if (!isUuid(input.orderId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, input.orderId);
    if (!order) return err("not_found");
    // Locked, so that a freeze either comes first and is seen, or counts without these tickets.
    const lottery = await lockLotteryState(tx, order.lotteryId);
    const allowed = canRefund({ ...order, stands: await holdsStandingTicket(tx, order.id) }, lottery);
    if (!allowed.ok) return allowed;

    const now = ctx.now();
    const voided = await voidTickets(tx, order, now);
    const owed = await oweWhatIsLeft(tx, [order.id], { reason: "staff", now });
    for (const orderId of owed) await ctx.jobs.send(tx, "refund", { orderId });
    const change = {
      before: { state: order.state },
      after: { state: owed.length > 0 ? "refund_due" : "refunded", void_tickets: voided },
    };
    await recordChange(tx, {
      actor,
      action: "order.refund",
      subjectType: "order",
      subjectId: order.id,
      ...change,
      reason,
      at: now,
    });
    return ok();
  });
}
