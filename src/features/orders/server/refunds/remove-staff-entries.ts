/** Removes entries that people made before they joined the staff: the terms exclude staff from every draw. */
import { recordChange } from "#features/access/server/actor.ts";
import { canVoid } from "#features/lotteries/rules/lifecycle.ts";
import { isAnyExcludedStaff, isStaffExcluded } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { listStaffOrders, lockFreeOrder, type StaffOrder } from "../holds/live-store.ts";
import { voidFreeEntry } from "../ticket-store.ts";
import { lockLotteryState } from "./lottery-state-store.ts";
import { applyRefund, lockRefundable } from "./refund-order.ts";

/** The actor and the reason in the audit log. */
const CLOCK = { kind: "clock" } as const;
const REASON = "The terms keep staff out of every draw.";

async function removeEntry(ctx: Ctx, { id, userId, kind }: StaffOrder): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (kind === "paid") {
      const found = await lockRefundable(tx, id);
      // Checked again under the lock: the person may have left the staff meanwhile.
      if (!found.ok || !(await isAnyExcludedStaff(ctx, tx, [userId]))) return;
      return applyRefund(ctx, tx, CLOCK, { ...found.value, reason: REASON, auditDetails: {} });
    }
    const order = await lockFreeOrder(tx, id);
    if (!order || !canVoid(order, await lockLotteryState(tx, order.lotteryId)).ok) return;
    if (!(await isAnyExcludedStaff(ctx, tx, [userId]))) return;
    const at = ctx.now();
    await voidFreeEntry(tx, id, at);
    await ctx.jobs.send(tx, "mail", { message: "entry-void", orderId: id });
    const change = { before: { state: "free" }, after: { state: "void" }, reason: REASON, at };
    await recordChange(tx, { actor: CLOCK, action: "order.void", subjectType: "order", subjectId: id, ...change });
  });
}

/** Refunds paid orders and voids cards. Disputed orders wait for the bank; failures are retried. */
export async function removeStaffEntries(ctx: Ctx): Promise<void> {
  if (!isStaffExcluded(ctx)) return;
  for (const order of await listStaffOrders(ctx.db))
    await removeEntry(ctx, order).catch((error: unknown) =>
      ctx.log.error({ err: error, orderId: order.id }, "an entry of a member of staff could not be removed"),
    );
}
