/** Reading from a replica while it is near enough to the primary, and else from the primary. */
import type pg from "pg";
import type { Logger } from "../log.server.ts";
import { type Db, openDb, type Pool, type Tell } from "./db.server.ts";

/** What is read from a replica is not older than that. */
export const MOST_LAG_MS = 3_000;
const LOOK_MS = 1_000;
/** A replica that is silent for longer is gone; whoever asked it is answered by the primary. */
const ANSWER_MS = 5_000;
const READS = /^\s*(?:select|with)\b/i;

/** `isNear`: whether the replica is read at the moment. `lagMs` as it was measured last; undefined where it could not be. */
export type Reads = {
  readonly db: Db;
  readonly isNear: boolean;
  readonly lagMs: number | undefined;
  /** Looks now. */
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
    try {
      const at = performance.now();
      const position = await positionOf(primary, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS position");
      // After a failover another primary may be further behind: what the last one said means nothing any more.
      if (position < (marks.at(-1)?.position ?? 0n)) marks = [];
      marks.push({ at, position });
      const reached = await positionOf(replica, "SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn AS position");
      const newest = marks.findLast((mark) => mark.position <= reached);
      marks = marks.filter((mark) => mark.at > at - 10 * mostLagMs);
      lagMs = newest && performance.now() - newest.at;
      // As old as it may become until it is too old.
      nearUntil = newest ? newest.at + mostLagMs : Number.NEGATIVE_INFINITY;
    } catch (error) {
      log.debug({ err: error }, "a replica was not measured");
      lagMs = undefined;
      nearUntil = Number.NEGATIVE_INFINITY;
    }
    if (wasNear !== isNear())
      log.info({ lagMs }, isNear() ? "reading from the replica" : "reading from the primary: the replica is too far behind");
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

async function positionOf(pool: Pool, text: string): Promise<bigint> {
  const query = { text, query_timeout: ANSWER_MS } as pg.QueryConfig;
  const { rows } = await pool.query<{ position: number | null }>(query);
  const position = rows[0]?.position;
  if (position === null || position === undefined) throw new Error("this is no replica");
  return BigInt(position);
}
