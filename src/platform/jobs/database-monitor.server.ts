/** Checks whether the database answers, so that requests fail fast during an outage. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.server.ts";
import type { Terminate } from "../postgres/db.server.ts";

export type DatabaseMonitor = {
  readonly isUp: boolean;
  check(): Promise<boolean>;
  onGone(listener: () => void): () => void;
  stop(): Promise<void>;
};

const BEAT_MS = 2_000;
const ANSWER_MS = 5_000;
/** A single miss may be a pause of this process. */
const MISSES_TO_BE_GONE = 2;
/** A query pending for so long will not be answered. */
const SILENT_MS = 30_000;

type Options = {
  readonly url: string;
  readonly log: Logger;
  readonly terminate: Terminate;
  readonly answerMs?: number;
};

/** Uses its own connection, so that a busy pool does not look like an outage. */
export function startDatabaseMonitor({ url, log, terminate, answerMs = ANSWER_MS }: Options): DatabaseMonitor {
  let client: pg.Client | undefined;
  let misses = 0;
  /** The monitor's connection fell silent. Connections in the pool may hang in the same way. */
  let fellSilent = false;
  let goneSince: number | undefined;
  let hungUp = false;
  let stopped = false;
  const listeners = new Set<() => void>();

  const found = () => {
    misses = 0;
    if (fellSilent) void terminate.silent(answerMs);
    fellSilent = false;
    if (goneSince === undefined) return;
    log.info({ seconds: Math.round((performance.now() - goneSince) / 1000) }, "the database answers again");
    goneSince = undefined;
    hungUp = false;
  };
  const missed = (error: unknown, isCertain: boolean) => {
    misses += 1;
    if (stopped) return;
    if (goneSince === undefined && (isCertain || misses >= MISSES_TO_BE_GONE)) {
      goneSince = performance.now();
      log.error({ err: error, alert: "database_gone" }, "the database does not answer");
      for (const listener of [...listeners]) listener();
    }
    if (goneSince !== undefined && !hungUp && performance.now() - goneSince > SILENT_MS) {
      hungUp = true;
      terminate.all();
    }
  };
  const beat = async (isCertain: boolean): Promise<boolean> => {
    try {
      client ??= await open(url, answerMs, () => (client = undefined));
      await answered(client, answerMs);
      found();
      return true;
    } catch (error) {
      fellSilent ||= error instanceof Silence;
      client?.end().catch(() => undefined);
      client = undefined;
      missed(error, isCertain);
      return false;
    }
  };

  let beating: Promise<boolean> | undefined;
  /** One check at a time, shared by concurrent callers. */
  const once = (isCertain: boolean) => {
    beating ??= beat(isCertain).finally(() => (beating = undefined));
    return beating;
  };
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      await once(false);
      if (!stopped) next();
    }, BEAT_MS);
    timer.unref();
  };
  next();

  return {
    get isUp() {
      return goneSince === undefined;
    },
    check: () => once(true),
    onGone(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beating?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

class Silence extends Error {}

/** @throws {Silence} */
async function answered(client: pg.Client, ms: number): Promise<void> {
  const silence = new AbortController();
  const { signal } = silence;
  // After a pause of this process the timer fires before the pending answer is read: wait a little.
  const tooLong = sleep(ms, undefined, { signal, ref: false }).then(() => sleep(ms / 50, undefined, { signal, ref: false }));
  const asked = client.query<{ standby: boolean }>(
    "SELECT pg_is_in_recovery() AS standby WHERE current_setting('transaction_read_only') = 'on'",
  );
  asked.catch(() => undefined);
  try {
    await Promise.race([
      asked.then(({ rows: [closed] }) => {
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
