/** Limits of how often somebody may try, counted in the database so that all processes count together. */

import { createHash } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { RATE_LIMITS, type RateLimitName, secondsUntilFree, windowAt } from "../rules/rate-limits.ts";
import { countAttempt } from "./rate-limit-store.ts";

/**
 * Takes one turn of a limit.
 *
 * @param who  whom it counts for: a client address, an account's e-mail, a user's id; stored as a hash
 * @returns 0 if the turn is granted, else the seconds to wait (for `Retry-After`)
 */
export async function consumeRateLimit(ctx: Ctx, name: RateLimitName, who: string): Promise<number> {
  if (!ctx.env.rateLimits) return 0;
  const limit = RATE_LIMITS[name];
  const { start, elapsed } = windowAt(ctx.now(), limit.seconds);
  const previousStart = new Date(start.getTime() - limit.seconds * 1000);
  const { granted, previous, current } = await countAttempt(ctx.db, {
    key: turnKey(name, who),
    times: limit.times,
    start,
    previousStart,
    elapsed,
  });
  if (granted) return 0;
  // `current` was read before others of the same instant took the last turns; that there is no room says how many they were at least.
  const taken = Math.max(current, Math.floor(limit.times - previous * (1 - elapsed)));
  return secondsUntilFree(limit, previous, taken, elapsed);
}

export function turnKey(name: RateLimitName, who: string): string {
  return `${name}:${createHash("sha256").update(who).digest("base64url")}`;
}
