import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Copies all files of folder `from` whose names `to` lacks. Returns their number. Names with a leading dot
 * are half-written files and are skipped.
 */
export async function copyFolder(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  const existing = new Set((await readdir(to, { recursive: true }).catch(noneIfMissing)).map(String));
  let copied = 0;
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith(".")) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(from.length + 1);
    if (existing.has(name)) continue;
    await mkdir(dirname(join(to, name)), { recursive: true });
    // The file was removed after the listing. Its reader reports it.
    const done = await copyFile(path, join(to, name)).then(() => 1, zeroIfMissing);
    copied += done;
  }
  return copied;
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

function zeroIfMissing(error: NodeJS.ErrnoException): number {
  if (error.code === "ENOENT") return 0;
  throw error;
}
