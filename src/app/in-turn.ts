/** What asks a payment provider for each payment is done by one of the shop's processes: a provider takes so many calls a second of all of them together. */
import { AFTER_FAILURE, type TakingTurns } from "#features/accounts/rules/rate-limits.ts";
import { consumeRateLimit } from "#features/accounts/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { PartlyTold } from "#shared/partly-told.ts";

/**
 * Of each run of a task: only while no other process has had its turn lately. Whoever failed takes turns with others that did, and nobody else's by it: what
 * keeps one process from the provider may keep no other one.
 */
export function inTurn(ctx: Ctx, turn: TakingTurns, run: () => Promise<unknown>): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    if ((await consumeRateLimit(ctx, hasFailed ? AFTER_FAILURE[turn] : turn, "shop")) > 0) {
      // Behind one that never gets through it would wait for ever; and several that did so in step would keep the others from their turns.
      if (Math.random() < 0.5) hasFailed = false;
      return;
    }
    hasFailed = true;
    try {
      await run();
      hasFailed = false;
    } catch (error) {
      hasFailed = !isOfSomeOnly(error);
      throw error;
    }
  };
}

/** The provider answers: what it refuses to tell of some payments, it tells no other process either. */
function isOfSomeOnly(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isOfSomeOnly) : error instanceof PartlyTold;
}
