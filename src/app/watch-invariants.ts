/** Checks every promise again and again while the shop runs: as figures, and as an alarm in the log. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findBrokenInvariants, invariantIds } from "./invariants.ts";

/** What to do when it rings: docs/operations.md. */
export async function watchInvariants(ctx: Pick<Ctx, "db" | "media" | "metrics" | "log" | "now">): Promise<void> {
  const broken = await findBrokenInvariants(ctx);
  const counts = new Map(invariantIds().map((id) => [id, 0]));
  for (const { id, says, rows } of broken) {
    counts.set(id, rows.length);
    // No rows: some name people. `npm run invariants` shows them to whoever may see the database.
    ctx.log.error({ alert: "invariant_broken", invariant: id, rows: rows.length }, `a promise is broken: ${says}`);
  }
  ctx.metrics.invariants(counts, ctx.now());
}
