/** An administrator takes a free entry out of its draw, such as a card that was keyed in twice. Its number stays used. */

import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import { canVoid, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { lockFreeOrder } from "./live-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { voidFreeEntry } from "./ticket-store.ts";

export type VoidEntryError = ProvenRefusal | "not_found" | "no_reason" | RefusalOf<typeof canVoid>;

/** @param input.reason why, in the administrator's words; it is kept in the log */
export async function voidEntry(
  ctx: Ctx,
  actor: Actor,
  input: { readonly orderId: string; readonly reason: string },
): Promise<Result<undefined, VoidEntryError>> {
  const proven = await requireProven(ctx, actor, "orders.void");
  if (!proven.ok) return proven;
  const reason = input.reason.trim();
  if (reason === "") return err("no_reason");
  if (!isUuid(input.orderId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const order = await lockFreeOrder(tx, input.orderId);
    if (!order) return err("not_found");
    // Locked, so that a freeze either comes first and is seen, or counts without this entry.
    const lottery = await lockLotteryState(tx, order.lotteryId);
    const allowed = canVoid(order, lottery);
    if (!allowed.ok) return allowed;
    await voidFreeEntry(tx, order.id, ctx.now());
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
