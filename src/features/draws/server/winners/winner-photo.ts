/** Sets, replaces and removes the winner's photo. Unused files are removed after the commit. */

import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { PICTURE_MAX_BYTES, pictureOfPhoto, WINNER_PHOTOS } from "#features/lotteries/rules/prize/picture-files.ts";
import { dropPictures, holdPictures } from "#features/lotteries/server/pictures/store-pictures.ts";
import { setPhotoUrl } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isAnotherWinner } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { listErased, listHidden } from "./winner-store.ts";

/** The widest file that pages show. */
const SHOWN_WIDTH = 1200;

/** `winner_changed`: it shows a replaced winner. `winner_unnamed`: the winner objects to being named. */
export type PhotoError =
  | "forbidden"
  | "not_found"
  | "no_winner"
  | "winner_changed"
  | "winner_erased"
  | "winner_unnamed"
  | "not_a_picture"
  | "too_large"
  | "too_many_pixels";

type PhotoCtx = Pick<Ctx, "db" | "log" | "now" | "media">;

/** Removes the files of a photo, unless it is shown elsewhere. */
export async function dropPhoto(ctx: Pick<Ctx, "db" | "media" | "log">, url: string | undefined): Promise<void> {
  if (url !== undefined) await dropPictures(ctx, [pictureOfPhoto(url)]);
}

type NewPhoto = { readonly lotteryId: string; readonly url: string | undefined; readonly shown: number | undefined };

async function changeLocked(
  ctx: PhotoCtx,
  tx: Tx,
  actor: Actor,
  { lotteryId, url, shown }: NewPhoto,
): Promise<Result<string | undefined, PhotoError>> {
  const lottery = await lockLottery(tx, lotteryId);
  if (!lottery) return err("not_found");
  if (lottery.winnerId === undefined) return err("no_winner");
  if (isAnotherWinner((await findDrawRow(tx, lotteryId))?.result, shown)) return err("winner_changed");
  if (url !== undefined && (await listErased(tx, [lottery.winnerId])).size > 0) return err("winner_erased");
  if (url !== undefined && (await listHidden(tx, [lottery.winnerId])).size > 0) return err("winner_unnamed");
  const before = lottery.winnerPhotoUrl;
  if (before === url) return ok(before);
  if (url !== undefined && !(await holdPictures(ctx, tx, [pictureOfPhoto(url)]))) return err("not_a_picture");
  await setPhotoUrl(tx, lotteryId, url ?? null, ctx.now());
  await recordChange(tx, {
    actor,
    action: url === undefined ? "winner.remove_photo" : "winner.set_photo",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { winner_photo_url: before ?? null },
    after: { winner_photo_url: url ?? null },
    at: ctx.now(),
  });
  return ok(before);
}

async function changePhoto(ctx: PhotoCtx, actor: Actor, photo: NewPhoto): Promise<Result<undefined, PhotoError>> {
  const changed = await ctx.db.transaction().execute((tx) => changeLocked(ctx, tx, actor, photo));
  if (!changed.ok) return changed;
  if (changed.value !== photo.url) await dropPhoto(ctx, changed.value);
  return ok();
}

/** The address of the photo's file. */
function fileOf({ url, width, widths }: Picture): string {
  const shown = widths.findLast((each) => each <= SHOWN_WIDTH) ?? widths[0] ?? width;
  return `${url}-${shown}.webp`.replace("/media/", `/media/${WINNER_PHOTOS}`);
}

/** Stores the photo of the first prize's winner. `shown`: the winning ticket on the submitted page. */
export async function setWinnerPhoto(
  ctx: PhotoCtx,
  actor: Actor,
  { lotteryId, bytes, shown }: { lotteryId: string; bytes: Uint8Array; shown?: number | undefined },
): Promise<Result<{ url: string }, PhotoError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  const stored = await ctx.media.store(bytes, { maxBytes: PICTURE_MAX_BYTES, isOfPerson: true });
  if (!stored.ok) return stored;
  const url = fileOf(stored.value);
  const changed = await changePhoto(ctx, actor, { lotteryId, url, shown });
  // The stored file is unused.
  if (!changed.ok) await dropPhoto(ctx, url);
  return changed.ok ? ok({ url }) : changed;
}

/** Removes it. */
export async function removeWinnerPhoto(
  ctx: PhotoCtx,
  actor: Actor,
  { lotteryId }: { lotteryId: string },
): Promise<Result<undefined, PhotoError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return changePhoto(ctx, actor, { lotteryId, url: undefined, shown: undefined });
}
