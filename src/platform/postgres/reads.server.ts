/** Reads from a replica while its lag is small, otherwise from the primary. */
import type pg from "pg";
import type { Logger } from "../log.server.ts";
import { type Db, openDb, type Pool, type Tell } from "./db.server.ts";

/** The largest lag of a replica that is read. */
export const MOST_LAG_MS = 3_000;
const LOOK_MS = 1_000;
/** After this time without a reply the primary answers instead. */
const ANSWER_MS = 5_000;
/** Identifies the database against unrelated servers. Not every role may read the system identifier. */
const WHOSE = `current_database() || CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
  THEN (SELECT ' ' || system_identifier FROM pg_control_system()) ELSE '' END AS whose`;
const READS = /^\s*(?:select|with)\b/i;

/** `isNear`: whether the replica is in use. `lagMs`: the last measurement; undefined without one. */
export type Reads = {
  readonly db: Db;
  readonly isNear: boolean;
  readonly lagMs: number | undefined;
  look(): Promise<void>;
  stop(): void;
};

/**
 * Typed queries over the replica or the primary, decided for each statement. No writes, no transactions.
 * Compares WAL positions each second, which detects a disconnected replica that believes itself up to date.
 */
export function openReads(
  primary: Pool,
  replica: Pool,
  log: Logger,
  { mostLagMs = MOST_LAG_MS, tell }: { readonly mostLagMs?: number; readonly tell?: Tell | undefined } = {},
): Reads {
  /** The primary's positions over time, oldest first. */
  let marks: { readonly at: number; readonly position: bigint }[] = [];
  let lagMs: number | undefined;
  let nearUntil = Number.NEGATIVE_INFINITY;
  let wasNear: boolean | undefined;
  const isNear = () => performance.now() < nearUntil;

  const look = async () => {
    let why: unknown;
    try {
      const at = performance.now();
      const { position, whose } = await positionOf(primary, "pg_current_wal_lsn()");
      // After a failover the new primary may be behind, which invalidates former positions.
      if (position < (marks.at(-1)?.position ?? 0n)) marks = [];
      marks.push({ at, position });
      const reached = await positionOf(replica, "pg_last_wal_replay_lsn()");
      if (reached.whose !== whose) throw new Error(`it is a replica of another database (${reached.whose}, not ${whose})`);
      const newest = marks.findLast((mark) => mark.position <= reached.position);
      marks = marks.filter((mark) => mark.at > at - 10 * mostLagMs);
      lagMs = newest && performance.now() - newest.at;
      // The time at which the lag limit would be exceeded.
      nearUntil = newest ? newest.at + mostLagMs : Number.NEGATIVE_INFINITY;
    } catch (error) {
      why = error;
      lagMs = undefined;
      nearUntil = Number.NEGATIVE_INFINITY;
    }
    if (wasNear !== isNear()) {
      if (isNear()) log.info({ lagMs }, "reading from the replica");
      else if (why) log.warn({ err: why }, "reading from the primary: the replica could not be measured");
      else log.info({ lagMs }, "reading from the primary: the replica is too far behind");
    }
    wasNear = isNear();
  };
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const next = () => {
    timer = setTimeout(() => void look().finally(() => !isStopped && next()), LOOK_MS);
    timer.unref();
  };
  next();

  const ask = async (text: string, values: unknown[]) => {
    if (!READS.test(text)) throw new Error("over a replica nothing is written");
    if (isNear()) {
      const query = { text, values, query_timeout: ANSWER_MS };
      const answer = await replica.query(query).catch(refused);
      if (answer !== undefined) return answer;
    }
    return primary.query(text, values);
  };
  /** The replica may be down, or cancel queries. The primary repeats them and reports genuine errors. */
  const refused = (error: unknown): undefined => {
    log.debug({ err: error }, "a replica did not answer");
    nearUntil = Number.NEGATIVE_INFINITY;
    return undefined;
  };
  const client = {
    query: (text: string, values: unknown[]) => ask(text, values),
    release: () => undefined,
  };
  const pool = { connect: async () => client, end: async () => undefined };
  return {
    db: openDb(pool as unknown as pg.Pool, tell),
    get isNear() {
      return isNear();
    },
    get lagMs() {
      return lagMs;
    },
    look,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function positionOf(pool: Pool, of: string): Promise<{ readonly position: bigint; readonly whose: string }> {
  const query = { text: `SELECT ${of} - '0/0'::pg_lsn AS position, ${WHOSE}`, query_timeout: ANSWER_MS } as pg.QueryConfig;
  const { rows } = await pool.query<{ position: number | null; whose: string }>(query);
  const { position = null, whose = "" } = rows[0] ?? {};
  if (position === null) throw new Error("this is no replica");
  return { position: BigInt(position), whose };
}
