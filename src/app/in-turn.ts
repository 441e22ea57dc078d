/** What asks a payment provider for each payment is done by one of the shop's processes: a provider takes so many calls a second of all of them together. */
import type { RateLimitName } from "#features/accounts/rules/rate-limits.ts";
import { consumeRateLimit } from "#features/accounts/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";

/**
 * Of each run of a task: only while no other process has had its turn lately. Whoever failed tries again all the same, and takes nobody's turn by it: what
 * keeps one process from the provider may keep no other one.
 */
export function inTurn(ctx: Ctx, turn: RateLimitName, run: () => Promise<unknown>): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    if (!hasFailed && (await consumeRateLimit(ctx, turn, "shop")) > 0) return;
    hasFailed = true;
    await run();
    hasFailed = false;
  };
}
