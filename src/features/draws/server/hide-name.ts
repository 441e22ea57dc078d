/** A winner objects to being named: from then on nobody but the shop reads who won. CAP Code 8.28.5. */
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import { setConsent } from "#features/accounts/server/set-consent.ts";
import { dropPictures } from "#features/lotteries/server/keep-pictures.ts";
import { takeDownPhotosOf } from "#features/lotteries/server/winner-photos.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findWinnerId } from "./winner-store.ts";

/** By the player: of all draws that they won or win. Their photos go; taking it back brings none of them again. */
export async function hideName(
  ctx: Ctx,
  userId: string,
  { isHidden, source }: { isHidden: boolean; source: string },
): Promise<void> {
  await setConsent(ctx, userId, { kind: "name_hidden", given: isHidden }, source);
  if (!isHidden) return;
  const photos = await ctx.db.transaction().execute((tx) => takeDownPhotosOf(ctx, tx, [userId]));
  await dropPictures(ctx, photos);
}

/** By the staff, whom the winner of a draw has asked. */
export async function hideWinnerName(
  ctx: Ctx,
  actor: Actor,
  { lotteryId, isHidden }: { lotteryId: string; isHidden: boolean },
): Promise<Result<undefined, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  const winnerId = isUuid(lotteryId) ? await findWinnerId(ctx.db, lotteryId) : undefined;
  if (winnerId === undefined) return err("not_found");
  await hideName(ctx, winnerId, { isHidden, source: "staff" });
  await ctx.db.transaction().execute((tx) =>
    recordChange(tx, {
      ...{ actor, action: isHidden ? "winner.hide_name" : "winner.show_name", at: ctx.now() },
      ...{ subjectType: "lottery", subjectId: lotteryId },
    }),
  );
  return ok();
}
