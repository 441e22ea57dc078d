/** Checks every promise again and again while the shop runs: as figures, and as an alarm in the log. */

import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findBrokenInvariants, invariantIds } from "./invariants.ts";
import { compareWithProvider } from "./provider-ledger.ts";

/** What to do when it rings: docs/operations.md. */
export async function watchInvariants(ctx: Pick<Ctx, "db" | "media" | "metrics" | "log" | "now">): Promise<void> {
  const broken = await findBrokenInvariants(ctx, "watched");
  const counts = new Map(invariantIds().map((id) => [id, 0]));
  for (const { id, says, rows } of broken) {
    counts.set(id, rows.length);
    // No rows: some name people. `npm run invariants` shows them to whoever may see the database.
    ctx.log.error({ alert: "invariant_broken", invariant: id, rows: rows.length }, `an invariant is broken: ${says}`);
    const subject = { type: "shop", id } as const;
    await raiseAlert(ctx.db, { kind: "invariant_broken", subject, facts: { invariant: id, rows: rows.length }, at: ctx.now() });
  }
  ctx.metrics.invariants(counts, ctx.now());
}

/** How far back a round looks: longer than what the reconciliation of payments may take to hear of something. */
const COMPARED_HOURS = 26;

/** Compares the books of the last day with the provider's ledger. What to do when it rings: docs/operations.md. */
export async function watchProvider(ctx: Pick<Ctx, "db" | "payments" | "log" | "now">): Promise<void> {
  const since = new Date(ctx.now().getTime() - COMPARED_HOURS * 3_600_000);
  for (const { id, says, rows } of await compareWithProvider(ctx, since)) {
    ctx.log.error({ alert: "invariant_broken", invariant: id, rows: rows.length }, `an invariant is broken: ${says}`);
    const subject = { type: "shop", id } as const;
    await raiseAlert(ctx.db, { kind: "invariant_broken", subject, facts: { invariant: id, rows: rows.length }, at: ctx.now() });
  }
}
