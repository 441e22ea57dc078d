import { createHash } from "node:crypto";

/** Files by name. media.server.ts makes the names: no slashes, and a name always has the same content. */
export type FileStore = {
  /** Atomic. An existing file of that name is kept or replaced by the same bytes. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(suffix: string): Promise<{ name: string; writtenAt: Date }[]>;
  take(name: string, path: string): Promise<void>;
};

/** Written last and removed first: its presence means that the picture is complete. */
export const CARD = ".json";

/** Files processed concurrently. */
const AT_ONCE = 8;

/** Copies files that `to` lacks, by name. A picture's card comes last, to mark a complete copy. */
export async function copyNewFiles(from: FileStore, to: FileStore): Promise<number> {
  const there = new Set((await to.list("")).map(({ name }) => name));
  const missing = (await from.list("")).map(({ name }) => name).filter((name) => !there.has(name));
  const copied = async (names: readonly string[]) => {
    let count = 0;
    await eachOf(names, async (name) => {
      const bytes = await from.read(name);
      // The file was removed after the listing. Its reader reports it.
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

/** Waits for all before it throws, so that the caller can clean up. */
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
