import type { Ctx } from "#platform/ctx.server.ts";
import { RATE_LIMITS } from "../rules/rate-limits.ts";
import { INVITATION_LISTED_MS } from "../rules/staff.ts";
import { deleteStoredExclusions } from "./closed-accounts-store.ts";
import { deleteOldInvitations } from "./invitation-store.ts";
import { deleteOldAttempts } from "./rate-limit-store.ts";
import { deleteOldRefreshTokens } from "./refresh-store.ts";
import { deleteExpired } from "./store.ts";

/** How long used refresh tokens are stored to detect reuse. */
const REMEMBER_USED_TOKENS_MS = 7 * 86_400_000;

export async function forgetExpired(ctx: Ctx): Promise<void> {
  const now = ctx.now().getTime();
  const longestLimit = Math.max(...Object.values(RATE_LIMITS).map((limit) => limit.seconds));
  await deleteExpired(ctx.db, new Date(now));
  await deleteStoredExclusions(ctx.db, new Date(now));
  await deleteOldInvitations(ctx.db, new Date(now - INVITATION_LISTED_MS));
  await deleteOldRefreshTokens(ctx.db, new Date(now - REMEMBER_USED_TOKENS_MS));
  await deleteOldAttempts(ctx.db, new Date(now - 2 * longestLimit * 1000));
}
