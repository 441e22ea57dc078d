/** SQL of the counters behind the limits. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

export type RateLimitWindow = {
  readonly key: string;
  readonly times: number;
  /** Beginning of the window that is running, and of the one before it. */
  readonly start: Date;
  readonly previousStart: Date;
  /** How much of the running window is over, 0 to 1. */
  readonly elapsed: number;
};

export type AttemptCounted = { readonly granted: boolean; readonly previous: number; readonly current: number };

/**
 * Counts a turn if the limit has room for it, in one statement: of any number of processes that ask at once, exactly as many
 * are granted as fit. A refused turn is not counted, so that waiting always helps.
 */
export async function countAttempt(db: Db, turn: RateLimitWindow): Promise<AttemptCounted> {
  const { key, times, start, previousStart, elapsed } = turn;
  const { rows } = await sql<{ granted: boolean; previous: number; current: number }>`
    WITH before AS (
      SELECT coalesce(max(hits) FILTER (WHERE window_start = ${previousStart}), 0) AS previous,
             coalesce(max(hits) FILTER (WHERE window_start = ${start}), 0) AS current
      FROM rate_limits WHERE key = ${key} AND window_start IN (${previousStart}, ${start})
    ), room AS (
      SELECT ${times}::int - previous * (1 - ${elapsed}::float8) AS turns FROM before
    ), taken AS (
      INSERT INTO rate_limits (key, window_start, hits) SELECT ${key}::text, ${start}::timestamptz, 1 FROM room WHERE turns >= 1
      ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_limits.hits + 1
        WHERE rate_limits.hits + 1 <= (SELECT turns FROM room)
      RETURNING hits
    )
    SELECT EXISTS (SELECT FROM taken) AS granted, previous, current FROM before`.execute(db);
  return rows[0] ?? { granted: true, previous: 0, current: 0 };
}

/** The turns of both windows that still count, taken by anybody. */
export async function readAttempts(
  db: Db,
  turn: Pick<RateLimitWindow, "key" | "start" | "previousStart">,
): Promise<Omit<AttemptCounted, "granted">> {
  const rows = await db
    .selectFrom("rate_limits")
    .select(["window_start", "hits"])
    .where("key", "=", turn.key)
    .where("window_start", "in", [turn.previousStart, turn.start])
    .execute();
  const hitsAt = (start: Date) => rows.find((row) => row.window_start.getTime() === start.getTime())?.hits ?? 0;
  return { previous: hitsAt(turn.previousStart), current: hitsAt(turn.start) };
}

/** Drops what no longer counts towards any limit. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("window_start", "<", before).execute();
}
