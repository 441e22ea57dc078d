/** Sets a draw to run by itself: it freezes as soon as its entries are due, and the round decides. */

import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import { canSwitch, type RefusalOf } from "#features/lotteries/rules/lifecycle.ts";
import { setAutoDraw as setByItself } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { lockLottery } from "./step-store.ts";

export type AutoError = "forbidden" | "not_found" | RefusalOf<typeof canSwitch>;

export async function setAutoDraw(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId, isOn }: { lotteryId: string; isOn: boolean },
): Promise<Result<undefined, AutoError>> {
  if (!(await may(ctx, actor, "draws.run"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockLottery(tx, lotteryId);
    if (!lottery) return err("not_found");
    const allowed = canSwitch(lottery);
    if (!allowed.ok) return allowed;
    if (lottery.autoDraw === isOn) return ok();
    await setByItself(tx, lotteryId, isOn);
    await recordChange(tx, {
      actor,
      action: isOn ? "draw.by_itself" : "draw.by_hand",
      subjectType: "lottery",
      subjectId: lotteryId,
      before: { draws_by_itself: !isOn },
      after: { draws_by_itself: isOn },
      at: ctx.now(),
    });
    return ok();
  });
}
