/** Brings the tables up to date, beside a shop that sells on them. */
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

/** How long a migration waits for a table; shorter than `deadlock_timeout` (1 s), which would end the purchase. */
const LOCK_MS = 500;
/** Then those who have waited go on, and it is tried again. A backup or an export may read for so long. */
const PAUSE_MS = 3_000;
const TRIES = 85;

type InEach = (client: pg.Client) => Promise<void>;
type Waits = {
  readonly lockMs?: number;
  readonly pauseMs?: number;
  readonly tries?: number;
  /** Is done in the transaction of each migration, behind what that does. */
  readonly inEach?: InEach;
};
type Told = Pick<Logger, "info" | "warn" | "error">;

/**
 * Brings the tables up to date, as the role that owns them. Several processes may call it at once: an advisory lock makes them take turns.
 *
 * @param count how many migrations the database has afterwards at most; all of them unless told
 * @throws EnvError where another program keeps a table locked
 */
export async function migrate(
  url: string,
  log: Told,
  count = Number.POSITIVE_INFINITY,
  { lockMs = LOCK_MS, pauseMs = PAUSE_MS, tries = TRIES, inEach }: Waits = {},
): Promise<void> {
  // Its connection ends with whatever it was in the middle of.
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
  log: Told,
  { count, lockMs, inEach }: { readonly count: number; readonly lockMs: number; readonly inEach: InEach | undefined },
): Promise<boolean> {
  // Whose turn it is, is waited for without an end: nobody stands behind that.
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
      // It would go by the times of a clock that may have been wrong.
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

/** The runner ends the transaction of each migration by a statement of its own. */
function doBeforeCommit(client: pg.Client, inEach: InEach): void {
  const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
  const withWork = async (...all: unknown[]) => {
    if (all[0] === "COMMIT;") await inEach(client);
    return query(...all);
  };
  Object.assign(client, { query: withWork });
}

/** What PostgreSQL says where a table was locked, also by somebody who waited for what the migration had locked before; the words are as a log has them. */
const STOOD_ASIDE = [
  { code: "55P03", words: "canceling statement due to lock timeout" },
  { code: "40P01", words: "deadlock detected" },
] as const;

/** Whether a newer version has prepared this database; then this version takes nothing away. */
export async function isOfNewerVersion(client: pg.Client): Promise<boolean> {
  const known = new Set(await listKnownMigrations());
  return (await listMadeMigrations(client)).some((name) => !known.has(name));
}

/** In the order in which they were made; none where nobody has prepared this database, or not for this role. */
export async function listMadeMigrations(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = 'migrations' AND relnamespace = to_regnamespace('public')
       AND has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(oid, 'SELECT')`,
  );
  if (!rowCount) return [];
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
  return rows.map(({ name }) => name);
}

/** A database of a newer version has more than this one knows; one that lacks something before those was made by neither. */
function refuseOtherOrder(made: readonly string[], known: readonly string[]): void {
  const index = known.slice(0, made.length).findIndex((name, at) => made[at] !== name);
  if (index >= 0) throw new Error(`The migration ${known[index]} is missing before ${made[index]}, which was made already`);
}
