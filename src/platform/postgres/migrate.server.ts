/** Migrates the tables while a shop sells on them. */
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import pg from "pg";
import { EnvError } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import { withClient } from "./db-client.server.ts";

const FOLDER = new URL("../../../migrations", import.meta.url).pathname;

export async function listKnownMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => (file.endsWith(".sql") ? [file.slice(0, -".sql".length)] : [])).sort();
}

/** Lock timeout of a migration; shorter than `deadlock_timeout` (1 s), which would abort the purchase. */
const LOCK_MS = 500;
/** Pause before the next attempt. Backups and exports may hold their locks as long. */
const PAUSE_MS = 3_000;
const TRIES = 85;

type InEach = (client: pg.Client) => Promise<void>;
type Waits = {
  readonly lockMs?: number;
  readonly pauseMs?: number;
  readonly tries?: number;
  /** Runs in the transaction of each migration, at its end. */
  readonly inEach?: InEach;
};
type MigrationLog = Pick<Logger, "info" | "warn" | "error">;

/**
 * Migrates as the tables' owner, serialised by an advisory lock, up to migration `count`.
 * @throws EnvError if another program keeps a table locked
 */
export async function migrate(
  url: string,
  log: MigrationLog,
  count = Number.POSITIVE_INFINITY,
  { lockMs = LOCK_MS, pauseMs = PAUSE_MS, tries = TRIES, inEach }: Waits = {},
): Promise<void> {
  // A connection per attempt: closing it rolls back an interrupted migration.
  for (let tried = 1; !(await withClient(url, (client) => migrateOnce(client, log, { count, lockMs, inEach }))); tried++) {
    if (tried >= tries)
      throw new EnvError(
        "The tables could not be brought up to date, since another program has locked one of them for minutes, such as a backup or an export that runs. Try again when it has ended.",
      );
    log.warn("a table is locked by another program: its migration is tried again");
    await sleep(pauseMs);
  }
}

async function migrateOnce(
  client: pg.Client,
  log: MigrationLog,
  { count, lockMs, inEach }: { readonly count: number; readonly lockMs: number; readonly inEach: InEach | undefined },
): Promise<boolean> {
  // Without a timeout: waiting for this lock blocks no other session.
  await client.query(`SELECT pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`);
  await client.query(`SET lock_timeout = ${lockMs}`);
  const made = await listMadeMigrations(client);
  refuseOtherOrder(made, await listKnownMigrations());
  if (inEach) doBeforeCommit(client, inEach);
  try {
    await runner({
      dbClient: client,
      noLock: true,
      dir: FOLDER,
      direction: "up",
      migrationsTable: "migrations",
      count: Math.max(0, count - made.length),
      // It compares timestamps, and the clock may have been wrong.
      checkOrder: false,
      logger: {
        info: () => undefined,
        debug: () => undefined,
        warn: (m: string) => log.warn(m),
        error: (m: string) => (STOOD_ASIDE.some(({ words }) => m.includes(words)) ? undefined : log.error(m)),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && STOOD_ASIDE.some(({ code }) => code === error.code)) return false;
    throw error;
  }
}

/** The runner commits each migration with a statement of its own. */
function doBeforeCommit(client: pg.Client, inEach: InEach): void {
  const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
  const withWork = async (...all: unknown[]) => {
    if (all[0] === "COMMIT;") await inEach(client);
    return query(...all);
  };
  Object.assign(client, { query: withWork });
}

/** PostgreSQL's messages for lock timeouts and deadlocks. */
const STOOD_ASIDE = [
  { code: "55P03", words: "canceling statement due to lock timeout" },
  { code: "40P01", words: "deadlock detected" },
] as const;

/** Whether a newer version prepared this database; then this version revokes nothing. */
export async function isOfNewerVersion(client: pg.Client): Promise<boolean> {
  const known = new Set(await listKnownMigrations());
  return (await listMadeMigrations(client)).some((name) => !known.has(name));
}

/** In the order of their run; empty if the database is unprepared or not readable for this role. */
export async function listMadeMigrations(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(oid, 'SELECT')`,
  );
  if (!rowCount) return [];
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
  return rows.map(({ name }) => name);
}

/** A newer version's database has more migrations than this one knows. Gaps before those are an error. */
function refuseOtherOrder(made: readonly string[], known: readonly string[]): void {
  const index = known.slice(0, made.length).findIndex((name, at) => made[at] !== name);
  if (index >= 0) throw new Error(`The migration ${known[index]} is missing before ${made[index]}, which was made already`);
}
