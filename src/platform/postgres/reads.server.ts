/** Reads from a replica while its lag is small, otherwise from the primary. */
import type pg from "pg";
import type { Logger } from "../log.server.ts";
import { type Db, openDb, type Pool, type OnStatement } from "./db.server.ts";

/** The largest lag of a replica that is read. */
export const MOST_LAG_MS = 3_000;
const MEASURE_MS = 1_000;
/** After this time without a reply the primary answers instead. */
const ANSWER_MS = 5_000;
/**
 * Identifies the database, to detect a replica of another one. Not every role may read the system
 * identifier.
 */
const DATABASE_IDENTITY = `current_database() || CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
  THEN (SELECT ' ' || system_identifier FROM pg_control_system()) ELSE '' END AS identity`;
const READS = /^\s*(?:select|with)\b/i;

/**
 * `usesReplica`: whether the replica is read now. `lagMs`: the last measurement; undefined without one.
 * `measure`: measures at once.
 */
export type Reads = {
  readonly db: Db;
  readonly usesReplica: boolean;
  readonly lagMs: number | undefined;
  measure(): Promise<void>;
  stop(): void;
};

/**
 * Typed queries over the replica or the primary, decided for each statement. No writes, no transactions.
 * Compares positions in the write-ahead log each second, which detects a disconnected replica that believes
 * itself up to date.
 */
export function openReads(
  primary: Pool,
  replica: Pool,
  log: Logger,
  { mostLagMs = MOST_LAG_MS, onStatement }: { readonly mostLagMs?: number; readonly onStatement?: OnStatement | undefined } = {},
): Reads {
  /** The primary's positions over time, oldest first. */
  let positions: { readonly at: number; readonly position: bigint }[] = [];
  let lagMs: number | undefined;
  let usableUntil = Number.NEGATIVE_INFINITY;
  let usedReplica: boolean | undefined;
  const usesReplica = () => performance.now() < usableUntil;

  const measure = async () => {
    let failure: unknown;
    try {
      const at = performance.now();
      const { position, identity } = await positionOf(primary, "pg_current_wal_lsn()");
      // After a failover the new primary may be behind, which invalidates former positions.
      if (position < (positions.at(-1)?.position ?? 0n)) positions = [];
      positions.push({ at, position });
      const reached = await positionOf(replica, "pg_last_wal_replay_lsn()");
      if (reached.identity !== identity)
        throw new Error(`it is a replica of another database (${reached.identity}, not ${identity})`);
      const newest = positions.findLast((mark) => mark.position <= reached.position);
      positions = positions.filter((mark) => mark.at > at - 10 * mostLagMs);
      lagMs = newest && performance.now() - newest.at;
      // The time at which the lag limit would be exceeded.
      usableUntil = newest ? newest.at + mostLagMs : Number.NEGATIVE_INFINITY;
    } catch (error) {
      failure = error;
      lagMs = undefined;
      usableUntil = Number.NEGATIVE_INFINITY;
    }
    if (usedReplica !== usesReplica()) {
      if (usesReplica()) log.info({ lagMs }, "reading from the replica");
      else if (failure) log.warn({ err: failure }, "reading from the primary: the replica could not be measured");
      else log.info({ lagMs }, "reading from the primary: the replica is too far behind");
    }
    usedReplica = usesReplica();
  };
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const next = () => {
    timer = setTimeout(() => void measure().finally(() => !isStopped && next()), MEASURE_MS);
    timer.unref();
  };
  next();

  const execute = async (text: string, values: unknown[]) => {
    if (!READS.test(text)) throw new Error("over a replica nothing is written");
    if (usesReplica()) {
      const query = { text, values, query_timeout: ANSWER_MS };
      const answer = await replica.query(query).catch(fallBack);
      if (answer !== undefined) return answer;
    }
    return primary.query(text, values);
  };
  /** The replica may be down, or cancel queries. The primary repeats them and reports genuine errors. */
  const fallBack = (error: unknown): undefined => {
    log.debug({ err: error }, "a replica did not answer");
    usableUntil = Number.NEGATIVE_INFINITY;
    return undefined;
  };
  const client = {
    query: (text: string, values: unknown[]) => execute(text, values),
    release: () => undefined,
  };
  const pool = { connect: async () => client, end: async () => undefined };
  return {
    db: openDb(pool as unknown as pg.Pool, onStatement),
    get usesReplica() {
      return usesReplica();
    },
    get lagMs() {
      return lagMs;
    },
    measure,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** A server's position in the write-ahead log, in bytes, and its identity. Throws if it has none. */
async function positionOf(pool: Pool, expression: string): Promise<{ readonly position: bigint; readonly identity: string }> {
  const query = {
    text: `SELECT ${expression} - '0/0'::pg_lsn AS position, ${DATABASE_IDENTITY}`,
    query_timeout: ANSWER_MS,
  } as pg.QueryConfig;
  const { rows } = await pool.query<{ position: number | null; identity: string }>(query);
  const { position = null, identity = "" } = rows[0] ?? {};
  if (position === null) throw new Error("this is no replica");
  return { position: BigInt(position), identity };
}
