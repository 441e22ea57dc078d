/** The demo's pictures of cars, and their import into a shop's media. Licence: pictures/LICENSE.md. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Media } from "#platform/media/media.server.ts";
import type { Picture } from "#shared/brand/picture.ts";

const ORIGINALS = join(import.meta.dirname, "pictures");
/** Made by `encode-pictures.ts` during the build. Without it the first start takes half a minute longer. */
export const ENCODED = join(import.meta.dirname, "../.cache/demo-pictures");

/** Stores the demo's pictures in `media`: those of `names`, such as `valmont-gt-10-front`, or all. */
export async function storeDemoPictures(media: Media, names?: readonly string[]): Promise<Map<string, Picture>> {
  await media.adopt(ENCODED);
  const wanted = names ?? (await demoPictureNames());
  const pictures = await Promise.all(wanted.map(async (name) => [name, await storeOriginal(media, name)] as const));
  return new Map(pictures);
}

export async function demoPictureNames(): Promise<string[]> {
  const files = await readdir(ORIGINALS);
  return files
    .filter((file) => file.endsWith(".webp"))
    .map((file) => file.slice(0, -".webp".length))
    .sort();
}

async function storeOriginal(media: Media, name: string): Promise<Picture> {
  const stored = await media.store(await readFile(join(ORIGINALS, `${name}.webp`)));
  if (!stored.ok) throw new Error(`The demo's picture ${name} cannot be stored: ${stored.error}`);
  return stored.value;
}
