/** Counts attempts in sliding windows, in a statement of its own or within another one. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#platform/ctx.server.ts";
import { RATE_LIMITS, type RateLimitName, secondsUntilFree, siteLimit, usedAttempts, windowAt } from "../rules/rate-limits.ts";
import {
  type AttemptCounted,
  type AttemptsCounted,
  consumeWindow,
  countAttempt,
  hitsOf,
  type RateLimitWindow,
} from "./rate-limit-store.ts";

/**
 * Takes an attempt of `who` (an id or address). Returns the seconds to wait, 0 if granted. IPv6 addresses
 * also count for their site, the /48; an attempt that the site's limit refuses stays counted for the address.
 */
export async function consumeRateLimit(ctx: Ctx, name: RateLimitName, who: string): Promise<number> {
  if (!ctx.env.rateLimits) return 0;
  const own = windowOf(ctx, name, who);
  const wait = secondsToWait(own, await countAttempt(ctx.db, own));
  const wider = siteLimit(name, who);
  if (wait > 0 || !wider) return wait;
  const site = { ...windowOf(ctx, name, wider.site), times: wider.times };
  return secondsToWait(site, await countAttempt(ctx.db, site));
}

/**
 * An attempt taken inside a larger statement, which selects the row that `waitOf` reads:
 * `WITH ${ctes} SELECT EXISTS (SELECT FROM taken) AS granted, previous, current FROM before`.
 * `before`: the attempts before this one. `taken`: a row if the attempt is granted. `waitOf`: seconds to
 * wait.
 */
export type AttemptWithin = { readonly ctes: RawBuilder<unknown>; waitOf(row: AttemptCounted): number };

/**
 * Takes an attempt of `who` as part of another statement. Unlike `consumeRateLimit`, it does not count for
 * an IPv6 site. Without a name, nothing is limited.
 */
export function consumeRateLimitWithin(ctx: Ctx, name: RateLimitName | undefined, who: string): AttemptWithin {
  if (name === undefined || !ctx.env.rateLimits)
    return { ctes: sql`before AS (SELECT 0 AS previous, 0 AS current), taken AS (SELECT 1)`, waitOf: () => 0 };
  const window = windowOf(ctx, name, who);
  return { ctes: consumeWindow(window), waitOf: (row) => secondsToWait(window, row) };
}

/** The current and previous window of a limit. The key holds a hash: the table stores no addresses. */
function windowOf(ctx: Pick<Ctx, "now">, name: RateLimitName, who: string): RateLimitWindow {
  const { seconds, times } = RATE_LIMITS[name];
  const { start, elapsed } = windowAt(ctx.now(), seconds);
  const key = `${name}:${createHash("sha256").update(who).digest("base64url")}`;
  return { key, times, seconds, start, previousStart: new Date(start.getTime() - seconds * 1000), elapsed };
}

/**
 * In a sliding window, the attempts of the current window count whole, those of the previous one by the
 * share of it that still lies within the window's length. `elapsed`: of the current window, 0 to 1.
 */
function secondsToWait(window: RateLimitWindow, { granted, previous, current }: AttemptCounted): number {
  if (granted) return 0;
  // A refusal proves that the window is full, even if `current` does not include concurrent attempts.
  const taken = Math.max(current, Math.floor(window.times - previous * (1 - window.elapsed)));
  return secondsUntilFree(window, previous, taken, window.elapsed);
}

/**
 * The state of a limit, read inside a larger statement. `part`: a SELECT of the `previous` and `current`
 * attempts. `hasRoom`: whether one more attempt is allowed, from that row.
 */
export type PeekWithin = { readonly part: RawBuilder<unknown>; hasRoom(row: AttemptsCounted): boolean };

/** Reads a limit as part of another statement, without taking an attempt. */
export function peekWithin(ctx: Ctx, name: RateLimitName, who: string): PeekWithin {
  if (!ctx.env.rateLimits) return { part: sql`SELECT 0 AS previous, 0 AS current`, hasRoom: () => true };
  const window = windowOf(ctx, name, who);
  return { part: hitsOf(window), hasRoom: (row) => windowHasRoom(window, row) };
}

/** Whether one more attempt would be granted. Takes none. */
export async function hasRateLimitRoom(ctx: Ctx, name: RateLimitName, who: string): Promise<boolean> {
  const { part, hasRoom } = peekWithin(ctx, name, who);
  const { rows } = await sql<AttemptsCounted>`${part}`.execute(ctx.db);
  return rows.every(hasRoom);
}

function windowHasRoom({ times, elapsed }: RateLimitWindow, { previous, current }: AttemptsCounted): boolean {
  return usedAttempts(previous, current, elapsed) + 1 <= times;
}
