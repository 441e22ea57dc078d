/** Staff void a free entry, such as a card that was keyed in twice. Its number stays used. */

import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { countRemovalsWithoutApproval } from "#features/access/server/admin-store.ts";
import { canVoid, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { needsSecondAdmin } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { CARD_DAY_MS, VOIDED_WITHOUT_APPROVAL } from "../../rules/postal/postal-limits.ts";
import { lockFreeOrder } from "../holds/live-store.ts";
import { voidFreeEntry } from "../ticket-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";

/** `too_many_alone`: the administrator's daily limit is reached. */
export type VoidEntryError = ReauthRefusal | "not_found" | "no_reason" | "too_many_alone" | RefusalOf<typeof canVoid>;

/**
 * Whether the administrator has voided as many entries without a refund as allowed in a day. The command
 * line has no limit.
 */
export async function hasReachedVoidLimit({ now }: Pick<Ctx, "now">, tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  return (await countRemovalsWithoutApproval(tx, actor.id, new Date(now().getTime() - CARD_DAY_MS))) >= VOIDED_WITHOUT_APPROVAL;
}

/** Voids the entry, and notifies the sender of the card, so that a mistake can be corrected in time. */
export async function voidEntry(
  ctx: Ctx,
  actor: Actor,
  input: { readonly orderId: string; readonly reason: string },
): Promise<Result<undefined, VoidEntryError>> {
  const reauth = await requireReauth(ctx, actor, "orders.void");
  if (!reauth.ok) return reauth;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  if (!isUuid(input.orderId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const order = await lockFreeOrder(tx, input.orderId);
    if (!order) return err("not_found");
    // Locked, so that a freeze either comes first and is seen, or does not count this entry.
    const lottery = await lockLotteryState(tx, order.lotteryId);
    const allowed = canVoid(order, lottery);
    if (!allowed.ok) return allowed;
    if ((await hasReachedVoidLimit(ctx, tx, actor)) && (await needsSecondAdmin(tx, actor, "order_refund")))
      return err("too_many_alone");
    await voidFreeEntry(tx, order.id, ctx.now());
    await ctx.jobs.send(tx, "mail", { message: "entry-void", orderId: order.id });
    await recordChange(tx, {
      actor,
      action: "order.void",
      subjectType: "order",
      subjectId: order.id,
      before: { state: "free" },
      after: { state: "void" },
      reason,
      at: ctx.now(),
    });
    return ok();
  });
}
