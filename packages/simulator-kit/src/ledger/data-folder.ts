import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type DataFolder = {
  readonly journalPath: string;
  /** The port of the last run, so that payment pages still open in browsers find the simulator again. */
  readonly lastPort: number | undefined;
  rememberPort(port: number): Promise<void>;
  release(): Promise<void>;
};

export async function takeDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const lockPath = join(folder, "lock");
  const portPath = join(folder, "port");
  await takeLock(lockPath, folder);
  const lastPort = Number(await readFile(portPath, "utf8").catch(() => ""));
  return {
    journalPath: join(folder, "ledger.ndjson"),
    lastPort: Number.isInteger(lastPort) && lastPort > 0 ? lastPort : undefined,
    rememberPort: (port) => writeFile(portPath, String(port)),
    release: () => rm(lockPath, { force: true }),
  };
}

async function takeLock(path: string, folder: string): Promise<void> {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  try {
    await linkLock(mine, path, folder);
  } finally {
    await rm(mine, { force: true });
  }
}

/** A link appears whole or not at all: nobody reads a lock whose holder is not written in it yet. */
async function linkLock(mine: string, path: string, folder: string): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      await link(mine, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    if (isOtherLiving(holder)) throw new Error(`Process ${holder} already uses ${folder}: stop it, or give another data folder`);
    // Left behind by a process that was killed.
    await rm(path, { force: true });
  }
  throw new Error(`Another process is taking ${folder}`);
}

function isOtherLiving(pid: number): boolean {
  // In a container, process numbers repeat from one run to the next: our own in the file is a dead one's.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
