/** Archives a finished draw, or brings it back. Its public pages and its proof stay as they are. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { canArchive, type RefusalOf } from "../rules/lifecycle.ts";
import { lockManagedRow } from "./managed-store.ts";
import { setArchived } from "./stock-store.ts";

export type ArchiveError = "forbidden" | "not_found" | RefusalOf<typeof canArchive>;

/** Archives (`isArchived`) or restores a draw. `not_over`: only finished draws can be archived. */
export async function archiveLottery(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId, isArchived }: { readonly lotteryId: string; readonly isArchived: boolean },
): Promise<Result<undefined, ArchiveError>> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockManagedRow(tx, lotteryId);
    if (!lottery) return err("not_found");
    const allowed = canArchive(lottery);
    if (!allowed.ok) return allowed;
    if (lottery.isArchived === isArchived) return ok();
    await setArchived(tx, lotteryId, isArchived ? ctx.now() : null);
    const action = isArchived ? "lottery.archive" : "lottery.restore";
    await recordChange(tx, { actor, action, subjectType: "lottery", subjectId: lotteryId, at: ctx.now() });
    return ok();
  });
}
