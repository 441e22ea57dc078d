import { createHash } from "node:crypto";

/** Files by name. Names are made by media.server.ts, hold no slash, and always stand for the same bytes. */
export type FileStore = {
  /** Writes the file whole or not at all; an existing one of that name is kept or replaced by the same bytes. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(suffix: string): Promise<{ name: string; writtenAt: Date }[]>;
  take(name: string, path: string): Promise<void>;
};

/** Written last and removed first: a picture with this file is whole. */
export const CARD = ".json";

/** Files under way at once. */
const AT_ONCE = 8;

/**
 * Copies what is in `from` and not yet in `to`. A file of the same name is taken for the same file, as pictures are named by their content. What
 * makes a picture whole comes last, so that a copy that is cut off leaves none in pieces.
 *
 * @returns how many files were copied
 */
export async function copyNewFiles(from: FileStore, to: FileStore): Promise<number> {
  const there = new Set((await to.list("")).map(({ name }) => name));
  const missing = (await from.list("")).map(({ name }) => name).filter((name) => !there.has(name));
  const copied = async (names: readonly string[]) => {
    let count = 0;
    await eachOf(names, async (name) => {
      const bytes = await from.read(name);
      // Removed since it was listed: whoever needs it will say so.
      if (!bytes) return;
      await to.write(name, bytes);
      count++;
    });
    return count;
  };
  const files = await copied(missing.filter((name) => !name.endsWith(CARD)));
  return files + (await copied(missing.filter((name) => name.endsWith(CARD))));
}

export async function findDifferences(from: FileStore, to: FileStore): Promise<string[]> {
  const different: string[] = [];
  await eachOf(
    (await from.list("")).map(({ name }) => name),
    async (name) => {
      const [one, other] = await Promise.all([from.read(name), to.read(name)]);
      if (one && (!other || hashOf(one) !== hashOf(other))) different.push(name);
    },
  );
  return different.sort();
}

/** When it throws, nothing is under way any more: what was written can be removed. */
async function eachOf(names: readonly string[], act: (name: string) => Promise<void>): Promise<void> {
  let left = [...names];
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await act(name);
  };
  const stop = (error: unknown) => {
    left = [];
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  const failed = ended.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
