/** The database: a pool of connections, and typed queries over it. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, type LogEvent, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { isBusy } from "#shared/database-errors.ts";
import type { Logger } from "../log.server.ts";
import { createBulkhead, type WithPermit } from "./bulkhead.ts";
import type { DB } from "./db-types.ts";
import { shopClient } from "./shop-client.server.ts";

/** Typed queries, each in a transaction of its own. */
export type Db = Kysely<DB>;
/** Called with each finished statement. */
export type OnStatement = (event: LogEvent) => void;
/** Typed queries within one transaction. */
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

type PoolOptions = {
  readonly connectMs?: number;
  readonly statementMs?: number;
  readonly lockMs?: number;
  /** Timeout for an idle client within a transaction. */
  readonly idleInTransactionMs?: number;
  /** Behind a transaction pooler (docs/decisions/0057): no prepared statements, no session settings. */
  readonly isPooled?: boolean;
};

export type Pool = pg.Pool & {
  /** Why a statement may have failed since a moment: `gone`, a lost connection; `busy`, a lock or timeout. */
  failureSince(moment: number): "gone" | "busy" | undefined;
  /** For work that waits for a contended row, such as a draw's: limits the waiting connections. */
  readonly withPermit: WithPermit;
  readonly waitingForPermit: () => number;
};

/** `gone`: the connection was lost; `busy`: a lock or statement timed out; undefined for all other errors. */
function failureKind(error: unknown): "gone" | "busy" | undefined {
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

/** How long the end of a pool waits for the connections to close, before the server may stop. */
const END_TIMEOUT_MS = 2_000;

/**
 * The shares of the pool that may wait for one row, and for all such rows. Transactions on one row run one
 * after another anyway.
 */
const PERMITS_EACH = 0.3;
const PERMITS_ALL = 0.7;
const PERMIT_WAIT_MS = 10_000;

/**
 * Opens a pool. Errors of idle connections are logged, not thrown: the next query reconnects.
 * @param max the most connections
 */
export function openPool(url: string, log: Logger, max = 20, options: PoolOptions = {}): Pool {
  const { connectMs = 5_000, statementMs = 0, lockMs = 0, idleInTransactionMs = 0, isPooled = false } = options;
  const last = { gone: Number.NEGATIVE_INFINITY, busy: Number.NEGATIVE_INFINITY };
  const onFailure = (error: unknown) => {
    const trouble = failureKind(error);
    if (trouble) last[trouble] = performance.now();
  };
  const rethrow = (error: unknown) => {
    onFailure(error);
    throw error;
  };
  const Client = shopClient({ onFailure, prepares: !isPooled });
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
    ...(!isPooled && { onConnect: (client: pg.ClientBase) => client.query(limits) }),
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  // A connection that breaks in a transaction also emits an error event, which would end the process.
  pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a database connection failed")));
  const clients = clientsOf(pool);
  const connect = pool.connect.bind(pool);
  const end = pool.end.bind(pool);
  const shareOfPool = (part: number) => Math.max(1, Math.floor(max * part));
  const bulkhead = createBulkhead({ each: shareOfPool(PERMITS_EACH), all: shareOfPool(PERMITS_ALL), waitMs: PERMIT_WAIT_MS });
  return Object.assign(pool, {
    failureSince(moment: number) {
      if (last.gone >= moment) return "gone" as const;
      return last.busy >= moment ? ("busy" as const) : undefined;
    },
    withPermit: <T>(key: string, work: () => Promise<T>) => bulkhead.withPermit(key, work).catch(rethrow),
    waitingForPermit: bulkhead.waiting,
    /** HAProxy closes new connections at once while there is no primary. */
    connect: ((callback?: Connected) => {
      if (!callback) return connect().catch(rethrow);
      return connect((error, client, release) => {
        if (error) onFailure(error);
        callback(error, client, release);
      });
    }) as pg.Pool["connect"],
    async end() {
      const ended = [...clients].map((client) => new Promise((resolve) => client.once("end", resolve)));
      await end();
      await Promise.race([Promise.all(ended), sleep(END_TIMEOUT_MS, undefined, { ref: false })]);
    },
  });
}

/** The pool's open connections, kept up to date. */
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

/** Breaks connections of a pool. */
export function terminateOn(pool: pg.Pool): Terminate {
  const clients = clientsOf(pool);
  const socketOf = (client: pg.PoolClient) => (client as pg.PoolClient & { connection?: pg.Connection }).connection?.stream;
  const bytesReadBy = (client: pg.PoolClient) => (socketOf(client) as Socket | undefined)?.bytesRead;
  return {
    all() {
      for (const client of clients) socketOf(client)?.destroy();
    },
    async silent(ms) {
      const before = new Map([...clients].map((client) => [client, bytesReadBy(client)]));
      await sleep(ms, undefined, { ref: false });
      for (const [client, bytes] of before) if (clients.has(client) && bytesReadBy(client) === bytes) socketOf(client)?.destroy();
    },
  };
}

/**
 * Typed queries over a pool, which the caller ends.
 * @param onStatement receives each finished statement
 */
export function openDb(pool: pg.Pool, onStatement?: OnStatement): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(onStatement && { log: onStatement }) });
}
