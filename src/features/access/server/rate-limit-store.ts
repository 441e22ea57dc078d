import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** A limit of `times` per `seconds`, its present window, and the share of it (0 to 1) that has elapsed. */
export type RateLimitWindow = {
  readonly key: string;
  readonly times: number;
  readonly seconds: number;
  readonly start: Date;
  readonly previousStart: Date;
  readonly elapsed: number;
};

/** Attempts in the previous and the current window. */
export type AttemptsCounted = { readonly previous: number; readonly current: number };
export type AttemptCounted = AttemptsCounted & { readonly granted: boolean };

/** SELECT of the attempts in both windows: one row with `previous` and `current`. */
export function hitsOf({ key, start, previousStart }: RateLimitWindow): RawBuilder<unknown> {
  return sql`SELECT coalesce(max(hits) FILTER (WHERE window_start = ${previousStart}), 0) AS previous,
      coalesce(max(hits) FILTER (WHERE window_start = ${start}), 0) AS current
    FROM rate_limits WHERE key = ${key} AND window_start IN (${previousStart}, ${start})`;
}

/** CTEs that take an attempt if there is room: `before` as in `hitsOf`, `taken` with a row if granted. */
export function consumeWindow(window: RateLimitWindow): RawBuilder<unknown> {
  const { key, times, start, elapsed } = window;
  return sql`before AS (${hitsOf(window)}), room AS (
      SELECT ${times}::int - previous * (1 - ${elapsed}::float8) AS room_left FROM before
    ), taken AS (
      INSERT INTO rate_limits (key, window_start, hits) SELECT ${key}::text, ${start}::timestamptz, 1 FROM room WHERE room_left >= 1
      ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_limits.hits + 1
        WHERE rate_limits.hits + 1 <= (SELECT room_left FROM room)
      RETURNING hits
    )`;
}

/** Takes an attempt if there is room. Refused attempts are not counted. */
export async function countAttempt(db: Db, window: RateLimitWindow): Promise<AttemptCounted> {
  const { rows } = await sql<AttemptCounted>`
    WITH ${consumeWindow(window)} SELECT EXISTS (SELECT FROM taken) AS granted, previous, current FROM before`.execute(db);
  return rows[0] ?? { granted: true, previous: 0, current: 0 };
}

/** Deletes windows that began before this time. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("window_start", "<", before).execute();
}
