/**
 * Files and rows in step. A file is stored before any row names it, and goes after the last row that did; in between, a lock on the
 * picture keeps one from going while another row begins to name it. What a crash or a closed tab leaves behind is swept later.
 */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Picture } from "#shared/picture.ts";
import { isPictureShown, listShownPictures, lockPictures } from "./picture-store.ts";

export { listShownPictures };

type Reach = Pick<Ctx, "db" | "media" | "log">;

/** A picture whose files are there, with the SHA-256 of each under the end of its name ("1200.avif"). */
export type KeptPicture = Picture & { readonly fileHashes: Readonly<Record<string, string>> };

/** How long a picture that was uploaded and never saved is kept for the form that may still be open. */
export const UPLOAD_KEPT_MS = 24 * 3_600_000;

/**
 * Call it in the transaction that begins to show these pictures: until it ends, their files stay.
 *
 * @returns the pictures in this order, or undefined where the files of one of them are gone
 */
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

/**
 * Removes the files of pictures that nothing shows any more. Call it after the commit that released of them.
 *
 * @returns false where a file could not be removed; the sweep tries again
 */
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

/** Removes what was uploaded and never saved, and what a crash kept from being removed. Returns how many pictures went. */
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
    return true;
  });
}
