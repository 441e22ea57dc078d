/** A PostgreSQL server that the shop starts and stops if DATABASE_URL is not set (docs/decisions/0003). */
import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findBinaries } from "./binaries.ts";
import { adoptCluster, createCluster, ensureDatabase, findClusterMajor, pathFor, urlsOf, writeConfig } from "./cluster.ts";
import type { Log } from "./leftovers.ts";
import { lockData } from "./lock.ts";
import { launchServer, type Server } from "./process.ts";
import { chooseUser, dropSocketFolder, makeSocketFolder, ownName, renewSocketFolder } from "./user.ts";

export { DataInUseError } from "./lock.ts";

export type EmbeddedPostgres = {
  /** The address for `pg` through a Unix socket, as the role that owns the database. A restart keeps it. */
  readonly url: string;
  /** The same for the shop's role, which owns nothing and has only granted rights. */
  readonly shopUrl: string;
  /** Such as "18.4". */
  readonly version: string;
  /** The postmaster's process id, which a restart changes. */
  readonly pid: number;
  /** Shuts down fast and rolls back open transactions. Close the pool before. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** The data, created at the first start. Any path length; the folder must hold nothing else. */
  readonly dataDir: string;
  readonly log?: Log;
  /** Additional configuration, such as `{ fsync: "off" }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Created if missing; by default "concours". */
  readonly database?: string;
};

const SILENT: Log = { info() {}, warn() {}, error() {} };

/**
 * Starts PostgreSQL on `dataDir`, also after a crash. As root it runs as an unprivileged user.
 * Only this process's user and root can connect.
 * @throws {DataInUseError} while another process has the data open
 * @throws {Error} if no PostgreSQL fits the data or it does not start; the message says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = SILENT, settings = {}, database = "concours" } = options;
  await mkdir(resolve(options.dataDir), { recursive: true, mode: 0o755 });
  const dataDir = await realpath(options.dataDir);
  const cluster = join(dataDir, "cluster");
  const client = ownName();
  const user = await chooseUser(cluster);
  // Runs in reverse order after a failed start or at the stop.
  await using undo = new AsyncDisposableStack();

  const lock = await lockData(dataDir);
  undo.defer(() => lock.release());
  if (lock.left?.url) await dropSocketFolder(user, new URL(lock.left.url).searchParams.get("host") ?? "");

  const binaries = await findBinaries(user, await findClusterMajor(cluster));
  if ((await findClusterMajor(cluster)) === undefined)
    await createCluster({ binaries, user, cluster, durable: settings.fsync !== "off", log });
  else await adoptCluster(user, cluster);

  const where = await pathFor(user, cluster);
  const socketFolder = await makeSocketFolder(user, dataDir);
  undo.defer(() => dropSocketFolder(user, socketFolder));
  const urls = urlsOf(socketFolder, database);
  await lock.announce(urls);
  const launch = async (signal: AbortSignal) => {
    await renewSocketFolder(user, socketFolder);
    await writeConfig({ user, cluster, socketFolder, client, settings });
    return launchServer({ program: binaries.postgres, user, cluster, where, log, signal });
  };
  const supervisor = await supervise(launch, log);
  undo.defer(() => supervisor.stop());
  await ensureDatabase(socketFolder, database);

  const running = undo.move();
  let stopped: Promise<void> | undefined;
  return {
    ...urls,
    version: binaries.version,
    get pid() {
      return supervisor.pid;
    },
    stop() {
      stopped ??= running.disposeAsync();
      return stopped;
    },
  };
}

const BACK_OFF = { first: 100, longest: 10_000, forgottenAfter: 60_000 };

/** Restarts a server that ends unexpectedly: at once the first time, then with growing delays. */
async function supervise(
  launch: (signal: AbortSignal) => Promise<Server>,
  log: Log,
): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const end = new AbortController();
  let server = await launch(end.signal);
  let wait = BACK_OFF.first;

  const watching = (async () => {
    while (!end.signal.aborted) {
      const since = performance.now();
      const how = await server.exited;
      if (end.signal.aborted) return;
      log.error(`PostgreSQL ended unexpectedly (${how}); starting it again`);
      if (performance.now() - since > BACK_OFF.forgottenAfter) wait = BACK_OFF.first;
      await relaunch();
    }
  })();

  async function relaunch(): Promise<void> {
    while (!end.signal.aborted) {
      await sleep(wait, undefined, { signal: end.signal }).catch(() => {});
      wait = Math.min(wait * 2, BACK_OFF.longest);
      try {
        server = await launch(end.signal);
        log.info(`PostgreSQL runs again (process ${server.pid})`);
        return;
      } catch (error) {
        if (!end.signal.aborted)
          log.error(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  return {
    get pid() {
      return server.pid;
    },
    async stop() {
      end.abort();
      await server.stop();
      await watching;
      await server.stop();
    },
  };
}
