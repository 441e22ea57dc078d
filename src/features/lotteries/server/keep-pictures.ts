/** Keeps files and rows in step: files are stored before rows name them and removed after; leftovers are swept. */

import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Picture } from "#shared/picture.ts";
import { err, type Result } from "#shared/result.ts";
import { isPictureFile, PICTURE_MAX_BYTES, pictureOfPhoto } from "../rules/picture-files.ts";
import { deleteFocalPoint, isPictureShown, listShownPictures, lockPictures } from "./picture-store.ts";
import { clearPhotoUrls } from "./stock-store.ts";

export { listShownPictures };

type Reach = Pick<Ctx, "db" | "media" | "log">;

/** A picture whose files are there, with the SHA-256 of each under the end of its name ("1200.avif"). */
export type KeptPicture = Picture & { readonly fileHashes: Readonly<Record<string, string>> };

/** How long a picture that was uploaded and never saved is kept for the form that may still be open. */
export const UPLOAD_KEPT_MS = 24 * 3_600_000;

/** Call it in the transaction that begins to show these pictures: until it ends, their files stay. */
export async function holdPictures(
  { media }: Pick<Ctx, "media">,
  tx: Tx,
  urls: readonly string[],
): Promise<KeptPicture[] | undefined> {
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

/** Removes the files of pictures that nothing shows any more. Call it after the commit that released of them. */
export async function dropPictures(ctx: Reach, urls: readonly string[]): Promise<boolean> {
  let all = true;
  for (const url of urls) {
    try {
      await removeUnlessShown(ctx, url);
    } catch (error) {
      ctx.log.warn({ err: error, picture: url }, "a picture's files could not be removed");
      all = false;
    }
  }
  return all;
}

export async function sweepPictures(ctx: Reach & Pick<Ctx, "now">): Promise<number> {
  const shown = await listShownPictures(ctx.db);
  const before = new Date(ctx.now().getTime() - UPLOAD_KEPT_MS);
  const left = (await ctx.media.list()).filter(({ url, storedAt }) => !shown.has(url) && storedAt < before);
  let removed = 0;
  for (const { url } of left) if (await removeUnlessShown(ctx, url)) removed += 1;
  await ctx.media.tidy(before);
  return removed;
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

export type UploadError = "forbidden" | "wrong_type" | "too_large" | "not_a_picture" | "too_many_pixels";
/** `type` and `name` are what the browser says; what it really is is told by looking at `bytes`. */
export type Upload = { readonly bytes: Uint8Array; readonly type: string; readonly name: string };

/** Nothing of the file but its pixels survives; the same bytes are the same picture. */
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

/** The draws that somebody has won show no photo of them any more. The caller locks orders and draws that are still open before, and people behind it. */
export async function takeDownPhotosOf(ctx: Pick<Ctx, "now">, tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return (await clearPhotoUrls(tx, userIds, ctx.now())).map(pictureOfPhoto);
}
