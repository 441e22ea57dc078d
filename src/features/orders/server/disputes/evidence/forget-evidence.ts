/** Deletes what staff added to the evidence of disputes after its retention period. Runs periodically. */
import type { Ctx } from "#platform/ctx.server.ts";
import { orders } from "#platform/postgres/tables/orders.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { deleteOldEvidence } from "./evidence-store.ts";

/** Months after the bank's decision, which may be appealed. */
const RETENTION_MONTHS = orders.dispute_files.retentionMonths;

export async function forgetEvidence(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const closedBefore = addMonths(ctx.now(), -RETENTION_MONTHS);
  await ctx.db.transaction().execute((tx) => deleteOldEvidence(tx, closedBefore));
}
