/** Hides a winner's name from the public after an objection. CAP Code 8.28.5. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { setConsentIn } from "#features/accounts/server/profile/profile.ts";
import { dropPictures, takeDownPhotosOf } from "#features/lotteries/server/pictures/store-pictures.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { winningTicket } from "../../rules/won-prizes.ts";
import { isAnotherWinner } from "../drawing/find-reserve.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { listHolders } from "./winner-store.ts";

/** `source`: where the objection came from. */
type NameChoice = { readonly isHidden: boolean; readonly source: string };

/** Locks draws before people. @returns the photos to drop after the commit */
async function setHidden(ctx: Ctx, tx: Tx, userId: string, { isHidden, source }: NameChoice): Promise<readonly string[]> {
  const photos = isHidden ? await takeDownPhotosOf(ctx, tx, [userId]) : [];
  await setConsentIn(ctx, tx, userId, { kind: "name_hidden", given: isHidden, source });
  return photos;
}

/**
 * The player hides the own name in all draws, which removes their photos; undoing it does not restore them.
 */
export async function hideName(ctx: Ctx, userId: string, choice: NameChoice): Promise<void> {
  const photos = await ctx.db.transaction().execute((tx) => setHidden(ctx, tx, userId, choice));
  await dropPictures(ctx, photos);
}

/** Staff hide the name of a draw's winner. `shown`: the winning ticket on the submitted page. */
export async function hideWinnerName(
  ctx: Ctx,
  actor: Actor,
  {
    lotteryId,
    place = 1,
    isHidden,
    shown,
  }: { lotteryId: string; place?: number | undefined; isHidden: boolean; shown?: number | undefined },
): Promise<Result<undefined, "forbidden" | "not_found" | "winner_changed">> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  const hidden = await ctx.db
    .transaction()
    .execute(async (tx): Promise<Result<readonly string[], "not_found" | "winner_changed">> => {
      const result = (await findDrawRow(tx, lotteryId))?.result;
      if (isAnotherWinner(result, shown, place)) return err("winner_changed");
      // Reads the ticket's holder without a lock, because `setHidden` locks draws in order.
      const ticket = result && winningTicket(result, place);
      const [winner] = ticket === undefined ? [] : await listHolders(tx, lotteryId, [ticket]);
      if (!winner) return err("not_found");
      const photos = await setHidden(ctx, tx, winner.ownerId, { isHidden, source: "staff" });
      await recordChange(tx, {
        ...{ actor, action: isHidden ? "winner.hide_name" : "winner.show_name", at: ctx.now() },
        ...{ subjectType: "lottery", subjectId: lotteryId },
      });
      return ok(photos);
    });
  if (!hidden.ok) return hidden;
  await dropPictures(ctx, hidden.value);
  return ok();
}
