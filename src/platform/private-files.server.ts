/** The data folder is nobody else's: secrets, mails, ledgers and pictures are for the user whom the shop runs as. */
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** What a shop keeps in its folder. The database looks after its own cluster. */
const OURS = [
  ...["mailbox", "media", "payments", "checkout-payments", "postgres"],
  ...["secrets.json", "maintenance.json", "maintenance.json.new"],
];
/** As root on macOS the database runs as another user, who has to follow the path. */
const NEEDS_OTHERS = process.platform !== "linux" && process.geteuid?.() === 0;
const CLUSTERS = /^cluster(\.new)?$/;
const OTHERS = 0o077;

/** From now on this process makes files and folders that no other user can read, copies of readable ones included. */
export function makePrivately(): void {
  if (!NEEDS_OTHERS) process.umask(OTHERS);
}

/** Makes or mends the folder. In a folder with other files only the shop's own are shut. */
export async function openDataFolder(folder: string): Promise<void> {
  makePrivately();
  await mkdir(folder, { recursive: true });
  if (NEEDS_OTHERS) return;
  const names = await readdir(folder);
  for (const name of names.filter((each) => OURS.includes(each))) await shut(join(folder, name));
  if (names.every((name) => OURS.includes(name))) await shutOne(folder);
}

/** A folder is shut last: one that is shut has been gone through to the end. */
async function shut(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined || (entry.mode & OTHERS) === 0) return;
  if (entry.isDirectory())
    for (const each of await readdir(path, { withFileTypes: true })) {
      const isLeft = each.isSymbolicLink() || CLUSTERS.test(each.name);
      if (!isLeft) await shut(join(path, each.name));
    }
  await shutOne(path);
}

/** What belongs to somebody else is theirs to shut; what is gone needs it no more. */
async function shutOne(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode & 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM" && error.code !== "ENOENT") throw error;
  });
}
