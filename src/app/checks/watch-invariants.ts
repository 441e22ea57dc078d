/** Alerts on broken invariants, of the books and against the providers (docs/operations.md). */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Broken, findBrokenInvariants, invariantIds } from "./invariants.ts";
import { compareWithProvider } from "./provider-ledger.ts";

export async function watchInvariants(ctx: Pick<Ctx, "db" | "media" | "metrics" | "log" | "now">): Promise<void> {
  const counts = new Map(invariantIds().map((id) => [id, 0]));
  for (const broken of await findBrokenInvariants(ctx, "watched")) {
    counts.set(broken.id, broken.rows.length);
    await ring(ctx, broken);
  }
  ctx.metrics.invariants(counts, ctx.now());
}

/** Longer than the reconciliation of payments may take. */
const COMPARED_HOURS = 26;

/** Compares the books of the last day with the provider's ledger. */
export async function watchProvider(ctx: Pick<Ctx, "db" | "payments" | "log" | "now">): Promise<void> {
  const since = new Date(ctx.now().getTime() - COMPARED_HOURS * 3_600_000);
  for (const broken of await compareWithProvider(ctx, since)) await ring(ctx, broken);
}

/** Logs the number of rows only, since some contain personal data. `npm run invariants` shows them. */
async function ring(ctx: Pick<Ctx, "db" | "log" | "now">, { id, says, rows: { length: rows } }: Broken): Promise<void> {
  ctx.log.error({ alert: "invariant_broken", invariant: id, rows }, `an invariant is broken: ${says}`);
  const subject = { type: "shop", id } as const;
  await raiseAlert(ctx.db, { kind: "invariant_broken", subject, facts: { invariant: id, rows }, at: ctx.now() });
}
