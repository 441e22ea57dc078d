/** Limits expensive provider rounds to one at a time over all processes. */
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";

/** Runs `run` unless another process did so within the time of `limit`. */
export function byOneProcess(
  ctx: Ctx,
  limit: "reconcileRound" | "compareRound",
  run: () => Promise<unknown>,
): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    // A process that cannot reach the provider leaves most rounds to the others.
    if (hasFailed && Math.random() < 0.7) return;
    if ((await consumeRateLimit(ctx, limit, "shop")) > 0) return;
    hasFailed = true;
    await run();
    hasFailed = false;
  };
}
