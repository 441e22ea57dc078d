/** The folder of a ledger on disk, for one process at a time, with the port of its last run. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type DataFolder = {
  readonly journalPath: string;
  /** The port of the last run, so that payment pages still open in browsers find the simulator again. */
  readonly lastPort: number | undefined;
  rememberPort(port: number): Promise<void>;
  release(): void;
};

/** Creates the folder if necessary and locks it. Throws while another process holds it. */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const lock = takeLock(folder);
  const portPath = join(folder, "port");
  const lastPort = Number(await readFile(portPath, "utf8").catch(() => ""));
  return {
    journalPath: join(folder, "ledger.ndjson"),
    lastPort: Number.isInteger(lastPort) && lastPort > 0 ? lastPort : undefined,
    rememberPort: (port) => writeFile(portPath, String(port)),
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

/** The kernel holds the lock (SQLite's, on an empty file), so it ends with the process. */
function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, "ledger.lock"), { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock.close();
    throw new Error(`Another process already uses ${folder}: stop it, or give another data folder`, { cause });
  }
}
