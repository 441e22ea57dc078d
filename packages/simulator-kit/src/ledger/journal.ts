/** An append-only file of lines. Lines appended during a write share the next fsync. */
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export type Journal = {
  /** Queues a line and returns its number from 1. It is on disk once `durable(number)` resolves. */
  append(line: string): number;
  /** Resolves once this line and all before are on disk. Rejects while the disk fails; call it again. */
  durable(write: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  readonly path: string;
  readonly replay: (line: string) => void;
  readonly snapshot: () => Iterable<string>;
  /** The sizes in bytes above which the file is rewritten. */
  readonly compactAbove?: { readonly atStart: number; readonly inUse: number };
};

const COMPACT_ABOVE = { atStart: 1 << 20, inUse: 64 << 20 };

/**
 * Replays a journal, drops a last line that a crash cut short, and rewrites a large file.
 * @throws if any other line cannot be read, as no crash causes that
 */
export async function openJournal({ path, replay, snapshot, compactAbove = COMPACT_ABOVE }: Options): Promise<Journal> {
  const size = await replayFile(path, replay);
  const file = new JournalFile({ path, snapshot, file: await open(path, "a"), size, compactAbove: compactAbove.inUse });
  if (size > compactAbove.atStart) await file.compact();
  await syncFolder(dirname(path));
  return file;
}

async function replayFile(path: string, replay: (line: string) => void): Promise<number> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    try {
      replay(bytes.toString("utf8", start, end));
    } catch (error) {
      throw new Error(`${path} cannot be read at byte ${start}`, { cause: error });
    }
    start = end + 1;
  }
  if (start < bytes.length) {
    // A line without an end was never acknowledged.
    const file = await open(path, "r+");
    await file.truncate(start);
    await file.datasync();
    await file.close();
  }
  return start;
}

class JournalFile implements Journal {
  readonly #path: string;
  readonly #snapshot: () => Iterable<string>;
  #file: FileHandle;
  #size: number;
  readonly #leastToCompact: number;
  #compactAbove: number;
  #queue: string[] = [];
  #appended = 0;
  #synced = 0;
  #waiting: { readonly write: number; resolve(): void; reject(error: unknown): void }[] = [];
  #flushing: Promise<void> | undefined;
  /** After a failure, the state of the file's end on disk is unknown. */
  #hasFailed = false;

  constructor(opened: {
    readonly path: string;
    readonly snapshot: () => Iterable<string>;
    readonly file: FileHandle;
    readonly size: number;
    readonly compactAbove: number;
  }) {
    this.#path = opened.path;
    this.#snapshot = opened.snapshot;
    this.#file = opened.file;
    this.#size = opened.size;
    this.#leastToCompact = opened.compactAbove;
    this.#compactAbove = opened.compactAbove;
  }

  append(line: string): number {
    this.#appended += 1;
    this.#queue.push(`${line}\n`);
    this.#flushing ??= this.#flush();
    return this.#appended;
  }

  durable(write: number): Promise<void> {
    if (write <= this.#synced) return Promise.resolve();
    this.#flushing ??= this.#flush();
    return new Promise((resolve, reject) => this.#waiting.push({ write, resolve, reject }));
  }

  async close(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    // Lines appended in the same turn of the event loop share a write.
    await new Promise(setImmediate);
    try {
      if (this.#hasFailed) await this.#recover();
      while (this.#queue.length > 0) {
        const upTo = this.#appended;
        const text = this.#queue.join("");
        this.#queue = [];
        // Writes everything: on an almost full disk, one write() may write a part and report no error.
        await this.#file.appendFile(text);
        await this.#file.datasync();
        this.#size += Buffer.byteLength(text);
        if (this.#size > this.#compactAbove) await this.compact();
        this.#synced = upTo;
        this.#settle();
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#queue = [];
      const failure = new Error("The ledger cannot be written", { cause: error });
      for (const waiter of this.#waiting.splice(0)) waiter.reject(failure);
    } finally {
      // Runs synchronously after the check of the queue, or a line appended in between would wait for ever.
      this.#flushing = undefined;
    }
  }

  /** Half a line may be at the file's end, and dropped lines are only in the snapshot: writes a new file. */
  async #recover(): Promise<void> {
    const upTo = this.#appended;
    this.#queue = [];
    await this.compact();
    this.#hasFailed = false;
    this.#synced = upTo;
    this.#settle();
  }

  #settle(): void {
    const done = this.#waiting.findIndex((waiter) => waiter.write > this.#synced);
    for (const waiter of this.#waiting.splice(0, done === -1 ? this.#waiting.length : done)) waiter.resolve();
  }

  async compact(): Promise<void> {
    const draft = `${this.#path}.new`;
    const lines = Array.from(this.#snapshot(), (line) => `${line}\n`);
    const file = await open(draft, "w");
    let size = 0;
    try {
      for (let from = 0; from < lines.length; from += 1000) {
        const text = lines.slice(from, from + 1000).join("");
        await file.appendFile(text);
        size += Buffer.byteLength(text);
      }
      await file.sync();
      await rename(draft, this.#path);
    } catch (error) {
      // Half a file would keep a full disk full.
      await file.close().catch(() => {});
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(this.#path));
    await this.#file.close().catch(() => {});
    this.#file = file;
    this.#size = size;
    this.#compactAbove = Math.max(this.#leastToCompact, size * 3);
  }
}

/** Makes a new or renamed file's name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(join(path, "."), "r");
  await folder.sync().catch(() => {});
  await folder.close();
}
