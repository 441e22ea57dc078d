/** Looks at a limit without taking a attempt of it, for limits that count failures only. */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#platform/ctx.server.ts";
import { type RateLimitName, usedAttempts } from "../rules/rate-limits.ts";
import { windowOf } from "./consume-rate-limit.ts";
import { type AttemptsCounted, hitsOf, type RateLimitWindow, readAttempts } from "./rate-limit-store.ts";

/** Whether a attempt would be granted now. */
export async function peekRateLimit(ctx: Ctx, name: RateLimitName, who: string): Promise<boolean> {
  if (!ctx.env.rateLimits) return true;
  const window = windowOf(ctx, name, who);
  return hasRoom(window, await readAttempts(ctx.db, window));
}

/** A look that a statement takes which does more besides: `part` gives `previous` and `current`. */
export type PeekWithin = { readonly part: RawBuilder<unknown>; hasRoom(row: AttemptsCounted): boolean };

export function peekWithin(ctx: Ctx, name: RateLimitName, who: string): PeekWithin {
  if (!ctx.env.rateLimits) return { part: sql`SELECT 0 AS previous, 0 AS current`, hasRoom: () => true };
  const window = windowOf(ctx, name, who);
  return { part: hitsOf(window), hasRoom: (row) => hasRoom(window, row) };
}

function hasRoom({ times, elapsed }: RateLimitWindow, { previous, current }: AttemptsCounted): boolean {
  return usedAttempts(previous, current, elapsed) + 1 <= times;
}
