/** Deletes a draw without orders, with its pictures. Other draws are cancelled instead. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { columnsOfLottery } from "../rules/fields/lottery-changes.ts";
import { deleteImages, lockManagedRow } from "./managed-store.ts";
import { dropPictures } from "./pictures/store-pictures.ts";
import { picturesOf } from "./save-lottery.ts";
import { deleteLottery as deleteRow } from "./stock-store.ts";

/** `has_orders`: even an unpaid order, or another row that refers to the draw. */
export type DeleteLotteryError = "forbidden" | "not_found" | "has_orders";

/**
 * Requires the right `lotteries.write`. @returns whether the files of its pictures are removed; otherwise
 * the sweep removes them later
 */
export async function deleteLottery(
  ctx: Pick<Ctx, "db" | "log" | "now" | "media">,
  actor: Actor,
  lotteryId: string,
): Promise<Result<{ filesGone: boolean }, DeleteLotteryError>> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  const deleted = await ctx.db
    .transaction()
    .execute(async (tx): Promise<Result<string[], DeleteLotteryError>> => {
      const lottery = await lockManagedRow(tx, lotteryId);
      if (!lottery) return err("not_found");
      if (lottery.hasOrders) return err("has_orders");
      await deleteImages(tx, lotteryId);
      await deleteRow(tx, lotteryId);
      const about = { subject: { type: "lottery", id: lotteryId }, at: ctx.now() } as const;
      await withdrawAlert(tx, { kind: "publishing_failed", ...about });
      const before = columnsOfLottery(lottery);
      await recordChange(tx, {
        actor,
        action: "lottery.delete",
        subjectType: "lottery",
        subjectId: lotteryId,
        before,
        at: ctx.now(),
      });
      return ok(picturesOf(lottery));
    })
    // Another row refers to it, such as a request to draw it.
    .catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error;
      return err("has_orders");
    });
  if (!deleted.ok) return deleted;
  return ok({ filesGone: await dropPictures(ctx, deleted.value) });
}
