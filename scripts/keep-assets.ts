/** Keeps the last build's files for open pages. Usage: node scripts/keep-assets.ts [FOLDER] */
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Longer than any page stays open. */
const KEPT_MS = 14 * 86_400_000;

const folder = process.argv[2] ?? join(import.meta.dirname, "..");
// The build empties its own folder.
const [last, before] = [join(folder, "build/client/assets"), join(folder, ".cache/before/assets")];
const namesIn = (path: string) => readdir(path).catch(() => []);

await mkdir(before, { recursive: true });
for (const name of await namesIn(last)) await rename(join(last, name), join(before, name));
for (const name of await namesIn(before)) {
  const { mtimeMs } = await stat(join(before, name));
  if (mtimeMs < Date.now() - KEPT_MS) await rm(join(before, name));
}
