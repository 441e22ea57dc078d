/** Telling the staff of alerts by mail: of the first at once, and of what comes after it together, so that a storm of alerts is not a storm of mails. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { findAdminRole } from "./admin-store.ts";
import { findLastDigest, listStaff, lockDigest, takeUnmailed } from "./alert-digest-store.ts";

/** At least so long from one digest to the next. */
export const DIGEST_PAUSE_MS = 15 * 60_000;
export const DIGEST_LONGEST = 20;

/** To be called every minute, by any number of processes. One mail goes to each administrator who has confirmed an address. */
export async function queueAlertDigest(ctx: Pick<Ctx, "db" | "jobs" | "now">): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockDigest(tx);
    const now = ctx.now();
    const last = await findLastDigest(tx);
    if (last && now.getTime() - last.getTime() < DIGEST_PAUSE_MS) return;
    const staff = await listStaff(tx);
    // With nobody to tell they wait: whoever is appointed next is told.
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

/** Whether somebody is still of the staff: a digest may have waited for the mail server. */
export async function isToldOfAlerts(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  return (await findAdminRole(ctx.db, userId)) !== undefined;
}
