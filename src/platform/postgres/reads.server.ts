/** Reading from a replica while it is near enough to the primary, and else from the primary. */
import type pg from "pg";
import type { Logger } from "../log.server.ts";
import { type Db, openDb, type Pool, type Tell } from "./db.server.ts";

/** What is read from a replica is not older than that. */
export const MOST_LAG_MS = 3_000;
const LOOK_MS = 1_000;
/** A replica that is silent for longer is gone; whoever asked it is answered by the primary. */
const ANSWER_MS = 5_000;
/** A replica of another database is none of this one's, however far it has come. Not every role is told the server's number. */
const WHOSE = `current_database() || CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
  THEN (SELECT ' ' || system_identifier FROM pg_control_system()) ELSE '' END AS whose`;
const READS = /^\s*(?:select|with)\b/i;

/** `isNear`: whether the replica is read at the moment. `lagMs` as it was measured last; undefined where it could not be. */
export type Reads = {
  readonly db: Db;
  readonly isNear: boolean;
  readonly lagMs: number | undefined;
  look(): Promise<void>;
  stop(): void;
};

/**
 * Typed queries over whichever is right, each statement by itself. Nothing may be written through them, and no transaction begun.
 *
 * The lag is measured, not believed: the primary is asked each second how far its log is, and the replica how far it has come; whoever has come as far as the
 * primary was two seconds ago is two seconds behind. So a replica that was cut off, and believes itself up to date, is found out.
 */
export function openReads(
  primary: Pool,
  replica: Pool,
  log: Logger,
  { mostLagMs = MOST_LAG_MS, tell }: { readonly mostLagMs?: number; readonly tell?: Tell | undefined } = {},
): Reads {
  /** How far the primary was, and when: oldest first. */
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
      // After a failover another primary may be further behind: what the last one said means nothing any more.
      if (position < (marks.at(-1)?.position ?? 0n)) marks = [];
      marks.push({ at, position });
      const reached = await positionOf(replica, "pg_last_wal_replay_lsn()");
      if (reached.whose !== whose) throw new Error(`it is a replica of another database (${reached.whose}, not ${whose})`);
      const newest = marks.findLast((mark) => mark.position <= reached.position);
      marks = marks.filter((mark) => mark.at > at - 10 * mostLagMs);
      lagMs = newest && performance.now() - newest.at;
      // As old as it may become until it is too old.
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
  /** The replica may be gone, or have put its own work first; a statement that is wrong is wrong for the primary, too, which says so. */
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
