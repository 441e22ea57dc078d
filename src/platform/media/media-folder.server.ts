import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "./file-store.server.ts";

/** The files in a folder. */
export function folderStore(folder: string): FileStore {
  const path = (name: string) => join(folder, name);

  /** Writes under a temporary name first, so that a crash leaves no partial picture. */
  const writeAtomically = async (name: string, write: (draft: string) => Promise<void>) => {
    await mkdir(folder, { recursive: true });
    const draft = path(`.${name}.${randomUUID()}`);
    try {
      await write(draft);
      await rename(draft, path(name));
    } finally {
      await rm(draft, { force: true });
    }
  };

  return {
    write: (name, bytes) => writeAtomically(name, (draft) => writeSynced(draft, bytes)),
    read: (name) => readFile(path(name)).catch(undefinedIfMissing),
    has: async (name) => (await stat(path(name)).catch(undefinedIfMissing)) !== undefined,
    remove: (name) => rm(path(name), { force: true }),
    async list(suffix) {
      const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      const wanted = names.filter((name) => name.endsWith(suffix) && !name.startsWith("."));
      const files = await Promise.all(
        wanted.map(async (name) => {
          const file = await stat(path(name)).catch(undefinedIfMissing);
          return file && { name, writtenAt: file.mtime };
        }),
      );
      return files.filter((file) => file !== undefined);
    },
    // A hard link costs no space; across file systems it must be a copy.
    take: (name, from) => writeAtomically(name, (draft) => link(from, draft).catch(() => copyFile(from, draft))),
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
