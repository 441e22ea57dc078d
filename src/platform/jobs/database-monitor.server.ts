/** Checks whether the database answers, so that requests fail fast during an outage. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.server.ts";
import type { Terminate } from "../postgres/db.server.ts";

/** `check` checks at once. `onGone` calls a listener when an outage begins, and returns how to remove it. */
export type DatabaseMonitor = {
  readonly isUp: boolean;
  check(): Promise<boolean>;
  onGone(listener: () => void): () => void;
  stop(): Promise<void>;
};

const INTERVAL_MS = 2_000;
const ANSWER_MS = 5_000;
/** A single failure may be a pause of this process. */
const FAILURES_TO_BE_GONE = 2;
/** A query pending for so long will not be answered. */
const SILENT_MS = 30_000;

type Options = {
  readonly url: string;
  readonly log: Logger;
  readonly terminate: Terminate;
  readonly answerMs?: number;
};

/**
 * Uses its own connection, so that a busy pool does not look like an outage. `answerMs`: the longest wait
 * for a reply.
 */
export function startDatabaseMonitor({ url, log, terminate, answerMs = ANSWER_MS }: Options): DatabaseMonitor {
  let client: pg.Client | undefined;
  let failures = 0;
  /** The monitor's connection was silent. Connections in the pool may hang in the same way. */
  let wasSilent = false;
  let goneSince: number | undefined;
  let hasTerminatedAll = false;
  let stopped = false;
  const listeners = new Set<() => void>();

  const succeed = () => {
    failures = 0;
    if (wasSilent) void terminate.silent(answerMs);
    wasSilent = false;
    if (goneSince === undefined) return;
    log.info({ seconds: Math.round((performance.now() - goneSince) / 1000) }, "the database answers again");
    goneSince = undefined;
    hasTerminatedAll = false;
  };
  const fail = (error: unknown, isCertain: boolean) => {
    failures += 1;
    if (stopped) return;
    if (goneSince === undefined && (isCertain || failures >= FAILURES_TO_BE_GONE)) {
      goneSince = performance.now();
      log.error({ err: error, alert: "database_gone" }, "the database does not answer");
      for (const listener of [...listeners]) listener();
    }
    if (goneSince !== undefined && !hasTerminatedAll && performance.now() - goneSince > SILENT_MS) {
      hasTerminatedAll = true;
      terminate.all();
    }
  };
  const check = async (isCertain: boolean): Promise<boolean> => {
    try {
      client ??= await open(url, answerMs, () => (client = undefined));
      await query(client, answerMs);
      succeed();
      return true;
    } catch (error) {
      wasSilent ||= error instanceof Silence;
      client?.end().catch(() => undefined);
      client = undefined;
      fail(error, isCertain);
      return false;
    }
  };

  let checking: Promise<boolean> | undefined;
  /** One check at a time, shared by concurrent callers. */
  const checkOnce = (isCertain: boolean) => {
    checking ??= check(isCertain).finally(() => (checking = undefined));
    return checking;
  };
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      await checkOnce(false);
      if (!stopped) next();
    }, INTERVAL_MS);
    timer.unref();
  };
  next();

  return {
    get isUp() {
      return goneSince === undefined;
    },
    check: () => checkOnce(true),
    onGone(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await checking?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

/** The database did not reply in time, though the connection seems open. */
class Silence extends Error {}

/** @throws {Silence} without a reply in time; Error for a database that cannot be written to */
async function query(client: pg.Client, ms: number): Promise<void> {
  const silence = new AbortController();
  const { signal } = silence;
  // After a pause of this process the timer fires before the pending answer is read: wait a little.
  const tooLong = sleep(ms, undefined, { signal, ref: false }).then(() => sleep(ms / 50, undefined, { signal, ref: false }));
  const reply = client.query<{ standby: boolean }>(
    "SELECT pg_is_in_recovery() AS standby WHERE current_setting('transaction_read_only') = 'on'",
  );
  reply.catch(() => undefined);
  try {
    await Promise.race([
      reply.then(({ rows: [closed] }) => {
        // Some providers make a database read-only when its disk is nearly full.
        if (closed) throw new Error(`the database is ${closed.standby ? "a standby" : "read-only"}, and takes no orders`);
      }),
      tooLong.then(() => {
        throw new Silence("no answer in time");
      }),
    ]);
  } finally {
    silence.abort();
    tooLong.catch(() => undefined);
  }
}

async function open(url: string, connectionTimeoutMillis: number, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "concours-monitor", connectionTimeoutMillis });
  client.on("error", onLost);
  await client.connect();
  return client;
}
