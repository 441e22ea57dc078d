/**
 * Migrates the tables while a shop sells on them: a migration that would wait for a lock is rolled back and
 * tried again.
 */
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import pg from "pg";
import { EnvError } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import { withClient } from "./db-client.server.ts";

const FOLDER = new URL("../../../migrations", import.meta.url).pathname;

/** The names of this version's migrations, in order. */
export async function listKnownMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => (file.endsWith(".sql") ? [file.slice(0, -".sql".length)] : [])).sort();
}

/** Lock timeout of a migration; shorter than `deadlock_timeout` (1 s), which would abort a purchase. */
const LOCK_MS = 500;
/** Pause before the next attempt. Backups and exports may hold their locks as long. */
const PAUSE_MS = 3_000;
const TRIES = 85;

type BeforeCommit = (client: pg.Client) => Promise<void>;
type MigrateOptions = {
  readonly lockMs?: number;
  readonly pauseMs?: number;
  readonly tries?: number;
  /** Runs in the transaction of each migration, at its end. */
  readonly beforeCommit?: BeforeCommit;
};
type MigrationLog = Pick<Logger, "info" | "warn" | "error">;

/**
 * Migrates as the tables' owner, one process at a time, up to migration number `count`.
 * @throws EnvError if another program keeps a table locked
 */
export async function migrate(
  url: string,
  log: MigrationLog,
  count = Number.POSITIVE_INFINITY,
  { lockMs = LOCK_MS, pauseMs = PAUSE_MS, tries = TRIES, beforeCommit }: MigrateOptions = {},
): Promise<void> {
  // A connection per attempt: closing it rolls back an interrupted migration.
  for (
    let attempt = 1;
    !(await withClient(url, (client) => migrateOnce(client, log, { count, lockMs, beforeCommit })));
    attempt++
  ) {
    if (attempt >= tries)
      throw new EnvError(
        "The tables could not be brought up to date, since another program has locked one of them for minutes, such as a backup or an export that runs. Try again when it has ended.",
      );
    log.warn("a table is locked by another program: its migration is tried again");
    await sleep(pauseMs);
  }
}

/** One attempt. False if a lock was not available. */
async function migrateOnce(
  client: pg.Client,
  log: MigrationLog,
  {
    count,
    lockMs,
    beforeCommit,
  }: { readonly count: number; readonly lockMs: number; readonly beforeCommit: BeforeCommit | undefined },
): Promise<boolean> {
  // Without a timeout: waiting for this lock blocks no other session.
  await client.query(`SELECT pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`);
  await client.query(`SET lock_timeout = ${lockMs}`);
  const applied = await listAppliedMigrations(client);
  refuseGaps(applied, await listKnownMigrations());
  if (beforeCommit) runBeforeCommit(client, beforeCommit);
  try {
    await runner({
      dbClient: client,
      noLock: true,
      dir: FOLDER,
      direction: "up",
      migrationsTable: "migrations",
      count: Math.max(0, count - applied.length),
      // It compares timestamps, and the clock may have been wrong.
      checkOrder: false,
      logger: {
        info: () => undefined,
        debug: () => undefined,
        warn: (m: string) => log.warn(m),
        error: (m: string) => (LOCK_FAILURES.some(({ words }) => m.includes(words)) ? undefined : log.error(m)),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && LOCK_FAILURES.some(({ code }) => code === error.code)) return false;
    throw error;
  }
}

/** Calls `beforeCommit` before the runner commits each migration. */
function runBeforeCommit(client: pg.Client, beforeCommit: BeforeCommit): void {
  const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
  const withWork = async (...all: unknown[]) => {
    if (all[0] === "COMMIT;") await beforeCommit(client);
    return query(...all);
  };
  Object.assign(client, { query: withWork });
}

/** PostgreSQL's messages for lock timeouts and deadlocks. */
const LOCK_FAILURES = [
  { code: "55P03", words: "canceling statement due to lock timeout" },
  { code: "40P01", words: "deadlock detected" },
] as const;

/** Whether a newer version prepared this database; then this version revokes nothing. */
export async function isOfNewerVersion(client: pg.Client): Promise<boolean> {
  const known = new Set(await listKnownMigrations());
  return (await listAppliedMigrations(client)).some((name) => !known.has(name));
}

/** The applied migrations, in order; empty if there are none or this role cannot read them. */
export async function listAppliedMigrations(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(oid, 'SELECT')`,
  );
  if (!rowCount) return [];
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
  return rows.map(({ name }) => name);
}

/**
 * Throws if a migration is missing before an applied one. A database of a newer version may have more
 * migrations than this version knows.
 */
function refuseGaps(applied: readonly string[], known: readonly string[]): void {
  const index = known.slice(0, applied.length).findIndex((name, at) => applied[at] !== name);
  if (index >= 0) throw new Error(`The migration ${known[index]} is missing before ${applied[index]}, which was made already`);
}
