/** Chooses the user for PostgreSQL, which refuses root, and the private folder of its socket. */
import { execFile } from "node:child_process";
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The system user that runs PostgreSQL; `switches` if it differs from this process's user. */
export type RunUser = { readonly uid: number; readonly gid: number; readonly switches: boolean };

/** PostgreSQL's programs get a minimal environment, without a PGDATA or PGOPTIONS of the shell. */
export const spawnOptions = (user: RunUser, cwd: string) => ({
  cwd,
  env: { LC_ALL: "C", PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
  ...(user.switches && { uid: user.uid, gid: user.gid }),
});

/** @returns what the program printed @throws if it cannot run or its exit code is not 0 */
export async function runAs(user: RunUser, program: string, args: readonly string[], cwd = "/"): Promise<string> {
  const { stdout } = await execute(program, args, { ...spawnOptions(user, cwd), maxBuffer: 1 << 24 });
  return stdout;
}

/** Whether the shell's `test` or `cd` succeeds for `user`, considering every kind of permission. */
export async function shellAgrees(user: RunUser, script: string, path: string): Promise<boolean> {
  return runAs(user, "/bin/sh", ["-c", script, "sh", path]).then(
    () => true,
    () => false,
  );
}

/**
 * The user to run PostgreSQL as: this process's, or instead of root the data's owner or an unprivileged one.
 * @throws if there is no such user, or another user owns the data
 */
export async function chooseUser(cluster: string): Promise<RunUser> {
  const own = { uid: process.geteuid?.() ?? -1, gid: process.getegid?.() ?? -1, switches: false };
  if (own.uid < 0) throw new Error("The embedded database needs Linux or macOS. Set DATABASE_URL to use a PostgreSQL server.");
  const owner = await stat(cluster).catch(() => undefined);
  if (own.uid !== 0) {
    if (owner && owner.uid !== own.uid)
      throw new Error(`The database in ${cluster} belongs to user id ${owner.uid}. Start the shop as that user or as root.`);
    return own;
  }
  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid, switches: true } : await unprivilegedUser();
  await runAs(user, "/bin/sh", ["-c", ":"]).catch((cause) => {
    const hint = "Start the shop as an ordinary user, or set DATABASE_URL.";
    throw new Error(`PostgreSQL does not run as root, and this process may not become user id ${user.uid}. ${hint}`, { cause });
  });
  return user;
}

async function unprivilegedUser(): Promise<RunUser> {
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const account = ["postgres", "nobody", "daemon"]
    .map((name) => accounts.find((a) => a[0] === name))
    .find((a) => a !== undefined);
  if (!account)
    throw new Error("PostgreSQL does not run as root, and /etc/passwd has no user postgres, nobody or daemon to run it as.");
  return { uid: Number(account[2]) >>> 0, gid: Number(account[3]) >>> 0, switches: true };
}

/** The system name of this process's user, for peer authentication. @throws if the user has none */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `User id ${process.geteuid?.()} has no name in /etc/passwd, and PostgreSQL needs one. Add it, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Gives a folder and its content to `user`; follows no link. */
export async function giveTo(user: RunUser, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of ["", ...(await readdir(folder, { recursive: true }))])
    await lchown(join(folder, entry), user.uid, user.gid);
}

const SOCKET_PREFIX = "concours-pg-";
/** The longest socket address on macOS; Linux has four bytes more. */
const SOCKET_PATH_BYTES = 103;

/** Creates a folder that only `user` and root can enter, with a path short enough for a socket. */
export async function makeSocketFolder(user: RunUser, dataDir: string): Promise<string> {
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp", "/dev/shm", dataDir])) {
    if (Buffer.byteLength(join(parent, `${SOCKET_PREFIX}XXXXXX`, ".s.PGSQL.5432.lock")) > SOCKET_PATH_BYTES) continue;
    const folder = await mkdtemp(join(parent, SOCKET_PREFIX)).catch(() => undefined);
    if (!folder) continue;
    if (user.switches) await chown(folder, user.uid, user.gid);
    if (await shellAgrees(user, 'cd -- "$1"', folder)) return folder;
    await rm(folder, { recursive: true });
  }
  throw new Error(
    "No folder for the database's socket: neither the temporary folder nor /tmp, /var/tmp or /dev/shm can be written.",
  );
}

/** Empties the socket folder of a dead server; creates it again if it was removed as a temporary file. */
export async function renewSocketFolder(user: RunUser, folder: string): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && user.switches) await chown(folder, user.uid, user.gid);
  if (!(await isSocketFolder(user, folder))) throw new Error(`${folder} is no longer the database's socket folder.`);
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

export async function dropSocketFolder(user: RunUser, folder: string): Promise<void> {
  if (await isSocketFolder(user, folder)) await rm(folder, { recursive: true, force: true });
}

async function isSocketFolder(user: RunUser, folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(() => undefined);
  return basename(folder).startsWith(SOCKET_PREFIX) && entry?.isDirectory() === true && entry.uid === user.uid;
}
