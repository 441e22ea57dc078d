/** Part of the build: encodes the demo's pictures once, so that the first start only copies files. */
import { availableParallelism } from "node:os";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { ENCODED, storeDemoPictures } from "./pictures.ts";

const before = performance.now();
const media = createMedia(folderStore(ENCODED), { atOnce: availableParallelism() });
const pictures = await storeDemoPictures(media);

const urls = new Set([...pictures.values()].map((picture) => picture.url));
for (const { url } of await media.list()) if (!urls.has(url)) await media.remove(url);

console.log(`${pictures.size} demo pictures encoded in ${((performance.now() - before) / 1000).toFixed(1)} s`);
