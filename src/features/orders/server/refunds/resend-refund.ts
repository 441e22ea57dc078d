/** Staff send the money again after a refund has failed. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { RefundCause } from "#shared/states.ts";
import { failedParts, isForeign, isPartial, leftOf, partsOwed, sumRefunds } from "../../rules/refund-state.ts";
import { lockOrder } from "../store.ts";
import { listRefundRows, type RefundRow } from "./refund-reading-store.ts";
import { markReplaced, oweAgain } from "./refund-store.ts";

/** `not_owed`: all money has arrived or is being sent. `disputed`: a bank has the money and decides. */
export type ResendRefundError = ReauthRefusal | "not_found" | "no_reason" | "not_owed" | "disputed";

/** The original cause; staff continue refunds that they began in the provider's dashboard. */
function causeOf(refunds: readonly RefundRow[]): RefundCause {
  return refunds.findLast(({ reason }) => !isForeign(reason) && !isPartial(reason))?.reason ?? "staff";
}

/** Owes the rest as a new refund, with another idempotency key at the provider than the failed one. */
export async function resendRefund(
  ctx: Ctx,
  actor: Actor,
  input: { readonly orderId: string; readonly reason: string },
): Promise<Result<undefined, ResendRefundError>> {
  const reauth = await requireReauth(ctx, actor, "orders.refund");
  if (!reauth.ok) return reauth;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  if (!isUuid(input.orderId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, input.orderId);
    if (!order) return err("not_found");
    const refunds = await listRefundRows(tx, order.id);
    const left = leftOf(order, sumRefunds(refunds));
    const isPaid = order.state === "paid";
    const amount = isPaid ? partsOwed(refunds, left) : left;
    if ((order.state !== "refund_due" && !isPaid) || amount === 0 || refunds.some(({ state }) => state === "due"))
      return err("not_owed");
    if (order.disputed > 0) return err("disputed");
    const now = ctx.now();
    if (isPaid) {
      const failed = failedParts(refunds);
      const ticketNumbers = failed.flatMap((refund) => refund.ticketNumbers);
      await markReplaced(
        tx,
        failed.map(({ id }) => id),
        now,
      );
      await oweAgain(tx, order.id, { amount, reason: "partial", ticketNumbers, now });
    } else await oweAgain(tx, order.id, { amount, reason: causeOf(refunds), now });
    await ctx.jobs.send(tx, "refund", { orderId: order.id });
    await recordChange(tx, {
      actor,
      action: "order.refund-again",
      subjectType: "order",
      subjectId: order.id,
      after: { amount_pence: amount },
      reason,
      at: now,
    });
    return ok();
  });
}
