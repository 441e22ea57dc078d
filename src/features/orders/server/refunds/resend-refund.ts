/** Staff send the money again after a refund has failed. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { leftOf, sumRefunds } from "../../rules/refund-state.ts";
import { lockOrder } from "../store.ts";
import { listRefundRows } from "./refund-reading-store.ts";
import { oweAgain } from "./refund-store.ts";

/** `not_owed`: all money has arrived or is being sent. `disputed`: a bank has the money and decides. */
export type ResendRefundError = ReauthRefusal | "not_found" | "no_reason" | "not_owed" | "disputed";

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
    const amount = leftOf(order, sumRefunds(refunds));
    if (order.state !== "refund_due" || amount === 0 || refunds.some(({ state }) => state === "due")) return err("not_owed");
    if (order.disputed > 0) return err("disputed");
    // Keeps the original cause; staff continue refunds that they began in the provider's dashboard.
    const cause = refunds.findLast(({ reason }) => reason !== "at_provider" && reason !== "dispute")?.reason ?? "staff";
    const now = ctx.now();
    await oweAgain(tx, order.id, { amount, reason: cause, now });
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
