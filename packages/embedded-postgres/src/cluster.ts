/** The cluster on disk: its creation and its configuration. */
import { lstat, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import type { Binaries } from "./binaries.ts";
import { type Log, stopLeftovers } from "./leftovers.ts";
import { giveTo, type RunUser, runAs, shellAgrees } from "./user.ts";

/** Owns the tables. It is no superuser, so an injected statement cannot run programs. */
const OWNER_ROLE = "concours";
/** The shop's role, which owns nothing (docs/decisions/0028). */
const SHOP_ROLE = `${OWNER_ROLE}_shop`;
const SUPERUSER = "postgres";

/** Durability is PostgreSQL's default; orders depend on it. Detailed logs would contain customers' names. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "300",
  shared_buffers: "128MB",
  huge_pages: "off",
  random_page_cost: "1.1",
  jit: "off",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_level: "replica",
  max_logical_replication_workers: "0",
  max_wal_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  cluster_name: "concours",
};

/** The major version that created the cluster; undefined if there is none. */
export async function findClusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Creates a cluster atomically: it is renamed into place once complete. `durable` flushes it to disk. */
export async function createCluster(options: {
  binaries: Binaries;
  user: RunUser;
  cluster: string;
  durable: boolean;
  log: Log;
}): Promise<void> {
  const { binaries, user, cluster, durable, log } = options;
  const draft = `${cluster}.new`;
  await stopLeftovers(user, draft, log);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(user, draft);
  const common = ["--username", SUPERUSER, "--auth=reject", "--encoding=UTF8", "--data-checksums", "--no-instructions"];
  await runAs(
    user,
    binaries.initdb,
    ["-D", await pathFor(user, draft), ...common, ...localeOf(binaries), ...(durable ? [] : ["--no-sync"])],
    draft,
  );
  await rename(draft, cluster);
  if (durable) await flushFolder(dirname(cluster));
}

/** Sorts by bytes and classifies letters by Unicode: the same on every machine. */
function localeOf({ major }: Binaries): string[] {
  if (major >= 17) return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  return [process.platform === "linux" ? "--locale=C.UTF-8" : "--locale=C"];
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Prepares an existing cluster. One restored from a backup by root belongs to root. */
export async function adoptCluster(user: RunUser, cluster: string): Promise<void> {
  if (user.switches && (await stat(cluster)).uid === 0) await giveTo(user, cluster);
}

/** A path that `user` can follow: the server's current folder if only root can enter a parent folder. */
export async function pathFor(user: RunUser, cluster: string): Promise<string> {
  if (await shellAgrees(user, 'cd -- "$1"', cluster)) return cluster;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(`PostgreSQL runs as user id ${user.uid}, which cannot open ${cluster}. Choose another data folder.`);
}

/** Writes the server's files. Peer authentication admits only the system user `client`, without password. */
export async function writeConfig(options: {
  user: RunUser;
  cluster: string;
  socketFolder: string;
  client: string;
  settings: Readonly<Record<string, string>>;
}): Promise<void> {
  const all = { ...SETTINGS, unix_socket_directories: options.socketFolder, ...options.settings };
  const files = {
    "postgresql.conf": Object.entries(all).map(([name, value]) => `${name} = ${quote(value)}`),
    "pg_hba.conf": ["local all all peer map=shop"],
    "pg_ident.conf": [SUPERUSER, OWNER_ROLE, SHOP_ROLE].map((role) => `shop "${options.client}" ${role}`),
  };
  for (const [name, lines] of Object.entries(files)) {
    await replaceFile(options.user, join(options.cluster, name), `${lines.join("\n")}\n`);
  }
}

function quote(value: string): string {
  if (/[\r\n\0]/.test(value)) throw new Error(`A PostgreSQL setting must be one line: ${JSON.stringify(value)}`);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Creates a new file and follows no link: the folder is PostgreSQL's, and the writer may be root. */
async function replaceFile(user: RunUser, path: string, text: string): Promise<void> {
  if (await lstat(path).catch(() => undefined)) await rm(path);
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    if (user.switches) await file.chown(user.uid, user.gid);
  } finally {
    await file.close();
  }
}

/** The addresses of a database for the owner's role and the shop's role. */
export function urlsOf(socketFolder: string, database: string): { url: string; shopUrl: string } {
  return { url: urlOf(socketFolder, database, OWNER_ROLE), shopUrl: urlOf(socketFolder, database, SHOP_ROLE) };
}

/** An address that `pg`, libpq and `new URL` all parse. */
function urlOf(socketFolder: string, database: string, role: string): string {
  const query = new URLSearchParams({ host: socketFolder, sslmode: "disable" });
  return `postgresql://${role}@localhost:5432/${encodeURIComponent(database)}?${query}`;
}

export async function ensureDatabase(socketFolder: string, database: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(socketFolder, "postgres", SUPERUSER) });
  await client.connect();
  try {
    for (const [role, may] of [[OWNER_ROLE, "LOGIN CREATEDB"] as const, [SHOP_ROLE, "LOGIN"] as const]) {
      const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
      if (found.rowCount === 0) await client.query(`CREATE ROLE ${escapeIdentifier(role)} ${may}`);
    }
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [database]);
    if (found.rowCount === 0)
      await client.query(`CREATE DATABASE ${escapeIdentifier(database)} OWNER ${escapeIdentifier(OWNER_ROLE)}`);
  } finally {
    await client.end();
  }
}
