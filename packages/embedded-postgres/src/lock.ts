/** Allows one shop per data folder: a lock that ends with its process. */
import { lchown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The process that holds a data folder, and its database's addresses once it has started. */
type Urls = { readonly url: string; readonly shopUrl?: string };
type Holder = { readonly pid: number } & Partial<Urls>;

/** Another process has this data folder open. A program that only reads may connect to `holder.shopUrl`. */
export class DataInUseError extends Error {
  override readonly name = "DataInUseError";
  readonly holder: Holder | undefined;

  constructor(folder: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid}` : "another process";
    super(
      `The database in ${folder} is in use by ${who}. Stop that shop first, or give this one another folder or a DATABASE_URL.`,
    );
    this.holder = holder;
  }
}

/**
 * Locks a data folder until `release` or the end of this process. SQLite's lock ends with the process.
 * @returns the record of the last holder if it ended without releasing
 * @throws {DataInUseError} while another process, or another part of this one, holds the folder
 */
export async function lockData(
  folder: string,
): Promise<{ left: Holder | undefined; announce(urls: Urls): Promise<void>; release(): Promise<void> }> {
  const note = join(folder, "running.json");
  const left = await readHolder(note);
  const lock = takeLock(folder, left);
  const write = async (holder: Holder) => {
    // Follows no link: the writer may be root, and another user may own the folder.
    await rm(`${note}.new`, { force: true });
    await writeFile(`${note}.new`, JSON.stringify(holder), { flag: "wx" });
    await rename(`${note}.new`, note);
  };
  // Also keeps the lock from being garbage-collected, which would release it.
  const close = () => lock.close();
  process.once("exit", close);
  const release = async () => {
    await rm(note, { force: true });
    process.off("exit", close);
    close();
  };
  const { uid, gid } = await stat(folder);
  if (process.geteuid?.() === 0) await lchown(join(folder, "lock"), uid, gid);
  await write({ pid: process.pid });
  return { left, announce: (urls) => write({ pid: process.pid, ...urls }), release };
}

async function readHolder(note: string): Promise<Holder | undefined> {
  const text = await readFile(note, "utf8").catch(() => "null");
  try {
    const holder: Partial<Holder> | null = JSON.parse(text);
    if (typeof holder?.pid !== "number") return undefined;
    const { pid, url, shopUrl } = holder;
    return { pid, ...(URL.canParse(url ?? "") && { url }), ...(URL.canParse(shopUrl ?? "") && { shopUrl }) };
  } catch {
    return undefined;
  }
}

function takeLock(folder: string, holder: Holder | undefined): DatabaseSync {
  try {
    const lock = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    if (cause instanceof Error && "errcode" in cause && cause.errcode === 5) throw new DataInUseError(folder, holder);
    throw new Error(
      `This user cannot write ${join(folder, "lock")}, the file that stops a second shop from using the same data: ${cause}`,
      {
        cause,
      },
    );
  }
}
