/** The database: one pool, and typed queries over it. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, type LogEvent, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { isBusy } from "#shared/database-errors.ts";
import type { Logger } from "../log.server.ts";
import { createBulkhead, type WithPermit } from "./bulkhead.ts";
import type { DB } from "./db-types.ts";
import { shopClient } from "./shop-client.server.ts";

export type Db = Kysely<DB>;
export type Tell = (event: LogEvent) => void;
export type Tx = Transaction<DB>;

const { builtins } = pg.types;

/** Days stay text ("2026-12-04": no time zone to shift them), sums and counts become numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === "text" || format === undefined) {
      if (oid === builtins.DATE) return (value: string) => value;
      // Without the seconds, which no column has.
      if (oid === builtins.TIME) return (value: string) => value.slice(0, 5);
      if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

type Connecting = {
  readonly connectMs?: number;
  readonly statementMs?: number;
  readonly lockMs?: number;
  /** Timeout for an idle client within a transaction. */
  readonly idleInTransactionMs?: number;
  /** Behind a transaction pooler (docs/decisions/0057): no prepared statements, no session settings. */
  readonly isLent?: boolean;
};

export type Pool = pg.Pool & {
  /** Why a statement may have failed since a moment: `gone`, a lost connection; `busy`, a lock or timeout. */
  troubleSince(moment: number): "gone" | "busy" | undefined;
  /** For work that waits for a contended row, such as a draw's: limits the waiting connections. */
  readonly withPermit: WithPermit;
  readonly waitingForPermit: () => number;
};

function troubleOf(error: unknown): "gone" | "busy" | undefined {
  const { code = "", message = "" } = error as { code?: unknown; message?: string };
  if (isBusy(error)) return "busy";
  return /^(08|57P|25P0[34]|25006|E[A-Z]+$)/.test(String(code)) || message.startsWith("Connection terminated")
    ? "gone"
    : undefined;
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** How long a pool's end waits for the connections' terminate messages before the server may stop. */
const FAREWELL_MS = 2_000;

/** Shares of the pool for one row, and for all such rows. A row's transactions are serial anyway. */
const PERMITS_EACH = 0.3;
const PERMITS_ALL = 0.7;
const PERMIT_WAIT_MS = 10_000;

/** Opens a pool. Errors of idle connections are logged, not thrown: the next query reconnects. */
export function openPool(url: string, log: Logger, max = 20, connecting: Connecting = {}): Pool {
  const { connectMs = 5_000, statementMs = 0, lockMs = 0, idleInTransactionMs = 0, isLent = false } = connecting;
  const last = { gone: Number.NEGATIVE_INFINITY, busy: Number.NEGATIVE_INFINITY };
  const onFailure = (error: unknown) => {
    const trouble = troubleOf(error);
    if (trouble) last[trouble] = performance.now();
  };
  const thrown = (error: unknown) => {
    onFailure(error);
    throw error;
  };
  const Client = shopClient({ onFailure, prepares: !isLent });
  const limits = `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
  const pool = new pg.Pool({
    connectionString: url,
    Client,
    max,
    types,
    application_name: "concours",
    idleTimeoutMillis: 60_000,
    // Also frees its prepared statements.
    maxLifetimeSeconds: 3_600,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // By statement: a pooler may refuse startup parameters. Silent clients must not keep locks.
    ...(!isLent && { onConnect: (client: pg.ClientBase) => client.query(limits) }),
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  // A connection that breaks in a transaction also emits an error event, which would end the process.
  pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a database connection failed")));
  const clients = clientsOf(pool);
  const connect = pool.connect.bind(pool);
  const end = pool.end.bind(pool);
  const partOf = (part: number) => Math.max(1, Math.floor(max * part));
  const bulkhead = createBulkhead({ each: partOf(PERMITS_EACH), all: partOf(PERMITS_ALL), waitMs: PERMIT_WAIT_MS });
  return Object.assign(pool, {
    troubleSince(moment: number) {
      if (last.gone >= moment) return "gone" as const;
      return last.busy >= moment ? ("busy" as const) : undefined;
    },
    withPermit: <T>(key: string, work: () => Promise<T>) => bulkhead.withPermit(key, work).catch(thrown),
    waitingForPermit: bulkhead.waiting,
    /** HAProxy closes new connections at once while there is no primary. */
    connect: ((callback?: Connected) => {
      if (!callback) return connect().catch(thrown);
      return connect((error, client, release) => {
        if (error) onFailure(error);
        callback(error, client, release);
      });
    }) as pg.Pool["connect"],
    async end() {
      const farewells = [...clients].map((client) => new Promise((resolve) => client.once("end", resolve)));
      await end();
      await Promise.race([Promise.all(farewells), sleep(FAREWELL_MS, undefined, { ref: false })]);
    },
  });
}

function clientsOf(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));
  return clients;
}

export type Terminate = {
  /** Breaks every connection, because the database has moved or its machine is gone. */
  all(): void;
  /** Breaks connections on which nothing arrives within `ms`. Idle ones reconnect; long statements fail. */
  silent(ms: number): Promise<void>;
};

export function terminateOn(pool: pg.Pool): Terminate {
  const clients = clientsOf(pool);
  const wireOf = (client: pg.PoolClient) => (client as pg.PoolClient & { connection?: pg.Connection }).connection?.stream;
  const readFrom = (client: pg.PoolClient) => (wireOf(client) as Socket | undefined)?.bytesRead;
  return {
    all() {
      for (const client of clients) wireOf(client)?.destroy();
    },
    async silent(ms) {
      const before = new Map([...clients].map((client) => [client, readFrom(client)]));
      await sleep(ms, undefined, { ref: false });
      for (const [client, bytes] of before) if (clients.has(client) && readFrom(client) === bytes) wireOf(client)?.destroy();
    },
  };
}

/** Typed queries over a pool, which the caller ends. `tell` receives each finished statement. */
export function openDb(pool: pg.Pool, tell?: Tell): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(tell && { log: tell }) });
}
