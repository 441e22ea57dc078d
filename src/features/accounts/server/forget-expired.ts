import { RATE_LIMITS } from "#features/access/rules/rate-limits.ts";
import { deleteOldAttempts } from "#features/access/server/rate-limit-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { deleteStoredExclusions } from "./person/closed-accounts-store.ts";
import { deleteOldRefreshTokens } from "./sessions/refresh-store.ts";
import { deleteExpiredSessions } from "./sessions/store.ts";

/** How long used refresh tokens are stored to detect reuse. */
const REMEMBER_USED_TOKENS_MS = 7 * 86_400_000;

/** Daily clean-up: deletes expired sessions, exclusions, refresh tokens and rate-limit windows. */
export async function forgetExpired(ctx: Ctx): Promise<void> {
  const now = ctx.now().getTime();
  // A rate limit weighs the attempts of its current and its previous window.
  const longestWindow = Math.max(...Object.values(RATE_LIMITS).map((limit) => limit.seconds));
  await deleteExpiredSessions(ctx.db, new Date(now));
  await deleteStoredExclusions(ctx.db, new Date(now));
  await deleteOldRefreshTokens(ctx.db, new Date(now - REMEMBER_USED_TOKENS_MS));
  await deleteOldAttempts(ctx.db, new Date(now - 2 * longestWindow * 1000));
}
