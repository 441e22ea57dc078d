/** Makes the data folder readable only for the user that the shop runs as. */
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The shop's own entries in its folder. PostgreSQL protects its cluster itself. */
const OURS = [
  ...["mailbox", "media", "payments", "checkout-payments", "postgres"],
  ...["secrets.json", "maintenance.json", "maintenance.json.new"],
];
/** As root on macOS the database runs as another user, who has to traverse the path. */
const NEEDS_OTHERS = process.platform !== "linux" && process.geteuid?.() === 0;
const CLUSTERS = /^cluster(\.new)?$/;
const OTHERS = 0o077;

/** Sets the umask: new files and folders are private to this user. */
export function makePrivately(): void {
  if (!NEEDS_OTHERS) process.umask(OTHERS);
}

/** Creates the folder or tightens permissions: in a folder with other files, the shop's own only. */
export async function openDataFolder(folder: string): Promise<void> {
  makePrivately();
  await mkdir(folder, { recursive: true });
  if (NEEDS_OTHERS) return;
  const names = await readdir(folder);
  for (const name of names.filter((each) => OURS.includes(each))) await shut(join(folder, name));
  if (names.every((name) => OURS.includes(name))) await shutOne(folder);
}

/** Folders are closed after their contents, so a closed folder is done. */
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

/** Other users' files are left alone; missing ones need nothing. */
async function shutOne(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode & 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM" && error.code !== "ENOENT") throw error;
  });
}
