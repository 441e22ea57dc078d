/** Ends the sales of a draw at its time. The sweep of orders expires open payment pages at the provider. */

import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { canClose, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { setSalesState } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { countHeld, type LockedLottery, lockLottery } from "../drawing/step-store.ts";

/** `too_early`: sales end at the advertised midnight, or earlier with a written reason for the draw. */
export type CloseError = "forbidden" | "not_found" | RefusalOf<typeof canClose>;

/** Ends the sales of a locked draw, if they are open. `reason`: of an early draw. */
export async function closeLocked(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  actor: Actor,
  lottery: LockedLottery,
  reason?: string,
): Promise<void> {
  if (lottery.salesState !== "open") return;
  await setSalesState(tx, lottery.id, "closing");
  await recordChange(tx, {
    actor,
    action: "draw.close",
    subjectType: "lottery",
    subjectId: lottery.id,
    before: { sales_state: "open" },
    after: { sales_state: "closing" },
    reason,
    at: ctx.now(),
  });
}

/** Ends the sales; repeating it changes nothing. @returns `held`: the tickets being paid for */
export async function closeSales(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId }: { lotteryId: string },
): Promise<Result<{ held: number }, CloseError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockLottery(tx, lotteryId);
    if (!lottery) return err("not_found");
    const allowed = canClose(lottery, ctx.now());
    if (!allowed.ok) return allowed;
    await closeLocked(ctx, tx, actor, lottery);
    return ok({ held: await countHeld(tx, lotteryId) });
  });
}
