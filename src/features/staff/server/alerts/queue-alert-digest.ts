/** Mails alerts to the staff. The first is mailed at once, later ones together, to avoid a flood of mails. */
import { randomUUID } from "node:crypto";
import { findAdminRole } from "#features/access/server/admin-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findLastDigest, listStaff, lockDigest, takeUnmailed } from "./alert-digest-store.ts";

/** Minimum time between two digests. */
export const DIGEST_PAUSE_MS = 15 * 60_000;
/** Alerts listed in a digest; more are counted. */
export const DIGEST_LONGEST = 20;

/**
 * Queues a digest for each administrator with a confirmed address. Runs every minute, in any number of
 * processes.
 */
export async function queueAlertDigest(ctx: Pick<Ctx, "db" | "jobs" | "now">): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockDigest(tx);
    const now = ctx.now();
    const last = await findLastDigest(tx);
    if (last && now.getTime() - last.getTime() < DIGEST_PAUSE_MS) return;
    const staff = await listStaff(tx);
    // Without recipients the alerts stay unmailed until one is appointed.
    if (staff.length === 0) return;
    const alerts = await takeUnmailed(tx, now);
    if (alerts.length === 0) return;
    const digest = {
      digestId: randomUUID(),
      alerts: alerts.slice(0, DIGEST_LONGEST),
      more: Math.max(0, alerts.length - DIGEST_LONGEST),
    };
    for (const reader of staff) await ctx.jobs.send(tx, "alert-mail", { ...digest, ...reader });
  });
}

/** Whether the user still is staff. Checked when sending: a digest may have waited for the mail server. */
export async function receivesAlerts(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  return (await findAdminRole(ctx.db, userId)) !== undefined;
}
