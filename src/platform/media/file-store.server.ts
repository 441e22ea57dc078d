import { createHash } from "node:crypto";

/** Files by name. media.server.ts makes the names: no slashes, and a name always has the same content. */
export type FileStore = {
  /** Atomic. An existing file of that name is kept or replaced by the same bytes. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(suffix: string): Promise<{ name: string; writtenAt: Date }[]>;
  /** Stores the file at `path` under this name. */
  take(name: string, path: string): Promise<void>;
};

/**
 * The suffix of a picture's description. It is written last and removed first: its presence means that the
 * picture is complete.
 */
export const CARD = ".json";

/** Files processed concurrently. */
const AT_ONCE = 8;

/**
 * Copies files that `to` lacks, by name. Descriptions come last, so that a picture is complete once it is
 * listed. Returns the number of files.
 */
export async function copyNewFiles(from: FileStore, to: FileStore): Promise<number> {
  const existing = new Set((await to.list("")).map(({ name }) => name));
  const missing = (await from.list("")).map(({ name }) => name).filter((name) => !existing.has(name));
  const copied = async (names: readonly string[]) => {
    let count = 0;
    await forEachName(names, async (name) => {
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

/** The names of files in `from` that `to` lacks or has with another content. */
export async function findDifferences(from: FileStore, to: FileStore): Promise<string[]> {
  const different: string[] = [];
  await forEachName(
    (await from.list("")).map(({ name }) => name),
    async (name) => {
      const [first, second] = await Promise.all([from.read(name), to.read(name)]);
      if (first && (!second || hashOf(first) !== hashOf(second))) different.push(name);
    },
  );
  return different.sort();
}

/**
 * Calls `act` for each name, several at a time. After a failure it waits for running calls, then throws, so
 * that the caller can clean up.
 */
async function forEachName(names: readonly string[], act: (name: string) => Promise<void>): Promise<void> {
  let remaining = [...names];
  const work = async () => {
    for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) await act(name);
  };
  const stop = (error: unknown) => {
    remaining = [];
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)));
  const failed = ended.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
