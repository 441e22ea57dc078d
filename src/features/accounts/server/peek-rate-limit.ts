/** Looks at a limit without taking a turn of it, for limits that count failures only. */
import type { Ctx } from "#platform/ctx.server.ts";
import { RATE_LIMITS, type RateLimitName, usedAttempts, windowAt } from "../rules/rate-limits.ts";
import { turnKey } from "./consume-rate-limit.ts";
import { readAttempts } from "./rate-limit-store.ts";

/** Whether a turn would be granted now. */
export async function peekRateLimit(ctx: Ctx, name: RateLimitName, who: string): Promise<boolean> {
  if (!ctx.env.rateLimits) return true;
  const limit = RATE_LIMITS[name];
  const { start, elapsed } = windowAt(ctx.now(), limit.seconds);
  const previousStart = new Date(start.getTime() - limit.seconds * 1000);
  const { previous, current } = await readAttempts(ctx.db, { key: turnKey(name, who), start, previousStart });
  return usedAttempts(previous, current, elapsed) + 1 <= limit.times;
}
