/** A winner objects to being named: from then on nobody but the shop reads who won. CAP Code 8.28.5. */
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import { setConsentIn } from "#features/accounts/server/profile.ts";
import { dropPictures, takeDownPhotosOf } from "#features/lotteries/server/keep-pictures.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isAnotherWinner, winningTicket } from "./find-reserve.ts";
import { findDrawRow } from "./reading-store.ts";
import { listHolders } from "./winner-store.ts";

type Hiding = { readonly isHidden: boolean; readonly source: string };

/** By the player: of all draws that they won or win. Their photos go; taking it back brings none of them again. */
export async function hideName(ctx: Ctx, userId: string, hiding: Hiding): Promise<void> {
  const photos = await ctx.db.transaction().execute((tx) => hide(ctx, tx, userId, hiding));
  await dropPictures(ctx, photos);
}

/** By the staff, whom the winner of a draw has asked. `shown` is the winning ticket as the page showed it: whoever was replaced since is another person. */
export async function hideWinnerName(
  ctx: Ctx,
  actor: Actor,
  { lotteryId, isHidden, shown }: { lotteryId: string; isHidden: boolean; shown?: number | undefined },
): Promise<Result<undefined, "forbidden" | "not_found" | "winner_changed">> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  const hidden = await ctx.db
    .transaction()
    .execute(async (tx): Promise<Result<readonly string[], "not_found" | "winner_changed">> => {
      const result = (await findDrawRow(tx, lotteryId))?.result;
      if (isAnotherWinner(result, shown)) return err("winner_changed");
      // Whose that ticket is, whoever wins by then: `hide` locks draws in their order, so that none may be locked before.
      const [winner] = result ? await listHolders(tx, lotteryId, [winningTicket(result)]) : [];
      if (!winner) return err("not_found");
      const photos = await hide(ctx, tx, winner.ownerId, { isHidden, source: "staff" });
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

/** Draws before people. @returns the photos, to be dropped once all is committed */
async function hide(ctx: Ctx, tx: Tx, userId: string, { isHidden, source }: Hiding): Promise<readonly string[]> {
  const photos = isHidden ? await takeDownPhotosOf(ctx, tx, [userId]) : [];
  await setConsentIn(ctx, tx, userId, { kind: "name_hidden", given: isHidden, source });
  return photos;
}
