/** Looks at a limit without taking a turn of it, for limits that count failures only. */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#platform/ctx.server.ts";
import { type RateLimitName, usedAttempts } from "../rules/rate-limits.ts";
import { turnOf } from "./consume-rate-limit.ts";
import { hitsOf, type RateLimitWindow, readAttempts, type TurnsTaken } from "./rate-limit-store.ts";

/** Whether a turn would be granted now. */
export async function peekRateLimit(ctx: Ctx, name: RateLimitName, who: string): Promise<boolean> {
  if (!ctx.env.rateLimits) return true;
  const turn = turnOf(ctx, name, who);
  return hasRoom(turn, await readAttempts(ctx.db, turn));
}

/** A look that a statement takes which does more besides: `part` gives `previous` and `current`. */
export type PeekWithin = { readonly part: RawBuilder<unknown>; hasRoom(row: TurnsTaken): boolean };

export function peekWithin(ctx: Ctx, name: RateLimitName, who: string): PeekWithin {
  if (!ctx.env.rateLimits) return { part: sql`SELECT 0 AS previous, 0 AS current`, hasRoom: () => true };
  const turn = turnOf(ctx, name, who);
  return { part: hitsOf(turn), hasRoom: (row) => hasRoom(turn, row) };
}

function hasRoom({ times, elapsed }: RateLimitWindow, { previous, current }: TurnsTaken): boolean {
  return usedAttempts(previous, current, elapsed) + 1 <= times;
}
