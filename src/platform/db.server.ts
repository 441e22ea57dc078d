/** The database: one pool, typed queries over it, and the migrations that made its tables. */
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import { runner } from "node-pg-migrate";
import pg from "pg";
import type { DB } from "./db-types.ts";
import type { Logger } from "./log.server.ts";
import { preparingClient } from "./prepared-client.server.ts";

export type Db = Kysely<DB>;
/** Inside a transaction. */
export type Tx = Transaction<DB>;

const { builtins } = pg.types;

/** Days stay text ("2026-12-04": no time zone to shift them), sums and counts become numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === "text" || format === undefined) {
      if (oid === builtins.DATE) return (value: string) => value;
      if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** Opens a pool of at most `max` connections. Errors of idle connections are logged, not thrown: the next query reconnects. */
export function openPool(url: string, log: Logger, max = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: preparingClient(),
    max,
    types,
    application_name: "concours",
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  // A connection that breaks in mid-transaction says so twice: to the query that waits, and to nobody, which would end the process.
  pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a database connection failed")));
  return pool;
}

/** @returns what breaks every connection of the pool: for a database that will not answer on them any more, as it has moved or its machine is gone */
export function hangUpOn(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));
  return () => {
    for (const client of clients) (client as pg.PoolClient & { connection?: pg.Connection }).connection?.stream.destroy();
  };
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

const MIGRATIONS = new URL("../../migrations", import.meta.url).pathname;

/**
 * Brings the tables up to date. Several processes may call it at once: an advisory lock makes them take turns.
 *
 * @param count how many migrations at most; all that are missing unless told
 */
export async function migrate(
  url: string,
  log: Pick<Logger, "info" | "warn" | "error">,
  count = Number.POSITIVE_INFINITY,
): Promise<void> {
  await runner({
    databaseUrl: url,
    dir: MIGRATIONS,
    direction: "up",
    migrationsTable: "migrations",
    count,
    checkOrder: true,
    advisoryLockMode: "wait",
    logger: {
      info: () => undefined,
      debug: () => undefined,
      warn: (m: string) => log.warn(m),
      error: (m: string) => log.error(m),
    },
  });
}
