/** Makes the data folder readable only by the user that the shop runs as. */
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The shop's own files and folders there. PostgreSQL protects its cluster itself. */
const SHOP_FILES = [
  ...["mailbox", "media", "payments", "checkout-payments", "postgres"],
  ...["secrets.json", "maintenance.json", "maintenance.json.new"],
];
/** As root on macOS the database runs as another user, who has to traverse the path. */
const OTHERS_NEED_ACCESS = process.platform !== "linux" && process.geteuid?.() === 0;
const CLUSTERS = /^cluster(\.new)?$/;
const OTHERS_BITS = 0o077;

/** Sets the umask, so that new files and folders are private to this user. */
export function restrictUmask(): void {
  if (!OTHERS_NEED_ACCESS) process.umask(OTHERS_BITS);
}

/**
 * Creates the folder and makes it private. In a folder that also has other files, only the shop's own are
 * made private.
 */
export async function openDataFolder(folder: string): Promise<void> {
  restrictUmask();
  await mkdir(folder, { recursive: true });
  if (OTHERS_NEED_ACCESS) return;
  const names = await readdir(folder);
  for (const name of names.filter((each) => SHOP_FILES.includes(each))) await makePrivate(join(folder, name));
  if (names.every((name) => SHOP_FILES.includes(name))) await makeEntryPrivate(folder);
}

/**
 * Makes a file or a folder with its contents private. Folders come after their contents, so a private
 * folder is done.
 */
async function makePrivate(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined || (entry.mode & OTHERS_BITS) === 0) return;
  if (entry.isDirectory())
    for (const each of await readdir(path, { withFileTypes: true })) {
      const isSkipped = each.isSymbolicLink() || CLUSTERS.test(each.name);
      if (!isSkipped) await makePrivate(join(path, each.name));
    }
  await makeEntryPrivate(path);
}

/** Removes others' rights. Other users' files are left alone; missing ones need nothing. */
async function makeEntryPrivate(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode & 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM" && error.code !== "ENOENT") throw error;
  });
}
