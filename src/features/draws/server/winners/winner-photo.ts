/** Sets, replaces and removes the photo of a prize's winner. Unused files are removed after the commit. */

import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { winnerPhoto } from "#features/lotteries/rules/lottery.ts";
import { PICTURE_MAX_BYTES, pictureOfPhoto, WINNER_PHOTOS } from "#features/lotteries/rules/prize/picture-files.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { dropPictures, holdPictures } from "#features/lotteries/server/pictures/store-pictures.ts";
import { setPhotoUrl } from "#features/lotteries/server/stock-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { winningTicket } from "../../rules/won-prizes.ts";
import { isAnotherWinner } from "../drawing/find-reserve.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { listErased, listHidden, listHolders } from "./winner-store.ts";

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
/** `place` is that of the prize; 1 by default. */
type Shown = { readonly lotteryId: string; readonly place?: number | undefined };

/** Removes the files of a photo, unless it is shown elsewhere. */
export async function dropPhoto(ctx: Pick<Ctx, "db" | "media" | "log">, url: string | undefined): Promise<void> {
  if (url !== undefined) await dropPictures(ctx, [pictureOfPhoto(url)]);
}

type NewPhoto = {
  readonly lotteryId: string;
  readonly place: number;
  readonly url: string | undefined;
  readonly shown: number | undefined;
};

async function changeLocked(
  ctx: PhotoCtx,
  tx: Tx,
  actor: Actor,
  { lotteryId, place, url, shown }: NewPhoto,
): Promise<Result<string | undefined, PhotoError>> {
  const locked = await lockLottery(tx, lotteryId);
  const lottery = locked && (await findLottery({ db: tx }, lotteryId));
  if (!lottery) return err("not_found");
  const result = (await findDrawRow(tx, lotteryId))?.result;
  const ticket = result && winningTicket(result, place);
  const [winner] = ticket === undefined ? [] : await listHolders(tx, lotteryId, [ticket]);
  if (!winner) return err("no_winner");
  const { ownerId: winnerId } = winner;
  if (isAnotherWinner(result, shown, place)) return err("winner_changed");
  if (url !== undefined && (await listErased(tx, [winnerId])).size > 0) return err("winner_erased");
  if (url !== undefined && (await listHidden(tx, [winnerId])).size > 0) return err("winner_unnamed");
  const before = winnerPhoto(lottery, place)?.url;
  if (before === url) return ok(before);
  if (url !== undefined && !(await holdPictures(ctx, tx, [pictureOfPhoto(url)]))) return err("not_a_picture");
  await setPhotoUrl(tx, lotteryId, { place, winnerId, url: url ?? null, at: ctx.now() });
  await recordChange(tx, {
    actor,
    action: url === undefined ? "winner.remove_photo" : "winner.set_photo",
    subjectType: "lottery",
    subjectId: lotteryId,
    before: { winner_photo_url: before ?? null },
    after: { ...(place > 1 && { prize: place }), winner_photo_url: url ?? null },
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

/** Stores the photo of a prize's winner. `shown`: the winning ticket on the submitted page. */
export async function setWinnerPhoto(
  ctx: PhotoCtx,
  actor: Actor,
  { lotteryId, place = 1, bytes, shown }: Shown & { readonly bytes: Uint8Array; readonly shown?: number | undefined },
): Promise<Result<{ url: string }, PhotoError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  const stored = await ctx.media.store(bytes, { maxBytes: PICTURE_MAX_BYTES, isOfPerson: true });
  if (!stored.ok) return stored;
  const url = fileOf(stored.value);
  const changed = await changePhoto(ctx, actor, { lotteryId, place, url, shown });
  // The stored file is unused.
  if (!changed.ok) await dropPhoto(ctx, url);
  return changed.ok ? ok({ url }) : changed;
}

/** Removes it. */
export async function removeWinnerPhoto(
  ctx: PhotoCtx,
  actor: Actor,
  { lotteryId, place = 1 }: Shown,
): Promise<Result<undefined, PhotoError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  if (!isUuid(lotteryId)) return err("not_found");
  return changePhoto(ctx, actor, { lotteryId, place, url: undefined, shown: undefined });
}
