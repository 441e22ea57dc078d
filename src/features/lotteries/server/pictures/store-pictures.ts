/**
 * Stores the files of pictures before the rows that show them, and removes them after. A sweep removes
 * leftovers.
 */

import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Picture, HashedPicture } from "#shared/brand/picture.ts";
import { err, type Result } from "#shared/result.ts";
import { isPictureFile, PICTURE_MAX_BYTES, pictureOfPhoto } from "../../rules/prize/picture-files.ts";
import { clearPhotoUrls } from "../stock-store.ts";
import { deleteFocalPoint, isPictureShown, listShownPictures, lockPictures } from "./picture-store.ts";

export { listShownPictures };

type PictureCtx = Pick<Ctx, "db" | "media" | "log">;

/** How long an uploaded picture is stored for a form that is not saved yet. */
export const UPLOAD_RETENTION_MS = 24 * 3_600_000;

/**
 * Locks pictures, so that their files stay. Call it in the transaction that begins to show them.
 * @returns undefined if a file of one is missing
 */
export async function holdPictures(
  { media }: Pick<Ctx, "media">,
  tx: Tx,
  urls: readonly string[],
): Promise<HashedPicture[] | undefined> {
  await lockPictures(tx, urls);
  const found = await Promise.all(
    urls.map(async (url) => {
      const [picture, fileHashes] = await Promise.all([media.find(url), media.hashes(url)]);
      return picture && fileHashes && { ...picture, fileHashes };
    }),
  );
  const pictures = found.filter((picture) => picture !== undefined);
  return pictures.length === urls.length ? pictures : undefined;
}

async function removeUnlessShown({ db, media }: Pick<Ctx, "db" | "media">, url: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockPictures(tx, [url]);
    if (await isPictureShown(tx, url)) return false;
    await media.remove(url);
    await deleteFocalPoint(tx, url);
    return true;
  });
}

/** Removes files of unused pictures; call it after the commit. False if one failed; the sweep tries again. */
export async function dropPictures(ctx: PictureCtx, urls: readonly string[]): Promise<boolean> {
  let areAllRemoved = true;
  for (const url of urls) {
    try {
      await removeUnlessShown(ctx, url);
    } catch (error) {
      ctx.log.warn({ err: error, picture: url }, "a picture's files could not be removed");
      areAllRemoved = false;
    }
  }
  return areAllRemoved;
}

/** Removes uploads that no draw shows after their retention. Runs on a timer. @returns how many */
export async function sweepPictures(ctx: PictureCtx & Pick<Ctx, "now">): Promise<number> {
  const shown = await listShownPictures(ctx.db);
  const before = new Date(ctx.now().getTime() - UPLOAD_RETENTION_MS);
  const unused = (await ctx.media.list()).filter(({ url, storedAt }) => !shown.has(url) && storedAt < before);
  let removed = 0;
  for (const { url } of unused) if (await removeUnlessShown(ctx, url)) removed += 1;
  await ctx.media.tidy(before);
  return removed;
}

/** `wrong_type`: no JPEG, PNG or WebP. `too_large`: above 5 MB. `not_a_picture`: its content is invalid. */
export type UploadError = "forbidden" | "wrong_type" | "too_large" | "not_a_picture" | "too_many_pixels";
/** `type` and `name` are from the browser; the actual type is detected from `bytes`. */
export type Upload = { readonly bytes: Uint8Array; readonly type: string; readonly name: string };

/**
 * Stores an uploaded picture: re-encodes the pixels and drops all metadata. The same bytes give the same
 * picture. Requires the right `lotteries.write`.
 */
export async function uploadPicture(
  ctx: Pick<Ctx, "db" | "media" | "log" | "now">,
  actor: Actor,
  { bytes, type, name }: Upload,
): Promise<Result<Picture, UploadError>> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  if (!isPictureFile({ type, name })) return err("wrong_type");
  const stored = await ctx.media.store(bytes, { maxBytes: PICTURE_MAX_BYTES });
  if (!stored.ok) return stored;
  const { url, width, height } = stored.value;
  await recordChange(ctx.db, {
    actor,
    action: "picture.upload",
    subjectType: "picture",
    subjectId: url.split("/").at(-1) ?? url,
    after: { width, height },
    at: ctx.now(),
  });
  return stored;
}

/**
 * Removes the photos of these winners. The caller locks orders and open draws before, and people afterwards.
 * @returns the pictures, for `dropPictures` after the commit
 */
export async function takeDownPhotosOf(ctx: Pick<Ctx, "now">, tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return (await clearPhotoUrls(tx, userIds, ctx.now())).map(pictureOfPhoto);
}
