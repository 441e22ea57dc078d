/** Raising alerts, and telling the staff of them by mail: the first at once, and what comes after it together, so that a storm of alerts is not a storm of mails. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { AlertFacts, AlertKind, AlertSubject } from "../rules/alert.ts";
import { findAdminRole } from "./admin-store.ts";
import {
  correctAlerts,
  emptyAlerts,
  endAlerts,
  findLastDigest,
  isAlertDone,
  isAlertTold,
  listStaff,
  lockDigest,
  takeUnmailed,
  upsertAlert,
} from "./alert-store.ts";

/**
 * Puts an alert into the inbox of the back office; the next digest tells of it by mail. While the same (kind and subject) is open it is
 * counted and not repeated. Give it the transaction that it belongs to, or the database where nothing else is written.
 */
export async function raiseAlert(
  db: Db | Tx,
  alert: {
    readonly kind: AlertKind;
    readonly subject: AlertSubject;
    readonly facts?: AlertFacts;
    readonly at: Date;
    /** Whoever it concerns has a mail of its own: the digest leaves it out. */
    readonly isMailed?: boolean;
  },
): Promise<void> {
  await upsertAlert(db, { facts: {}, ...alert });
}

/** For what is looked at again and again: not anew where somebody is done with one that said the same. */
export async function raiseAlertOnce(db: Db | Tx, alert: Parameters<typeof raiseAlert>[1]): Promise<void> {
  if (!(await isAlertDone(db, { facts: {}, ...alert }))) await raiseAlert(db, alert);
}

/** The same, where nothing is counted either and what it says besides `same` may change. Returns whether it was raised. */
export async function raiseAlertFirst(
  db: Db | Tx,
  { same, ...alert }: Parameters<typeof raiseAlert>[1] & { readonly same: AlertFacts },
): Promise<boolean> {
  if (await isAlertTold(db, { ...alert, facts: same })) return false;
  await raiseAlert(db, alert);
  return true;
}

/** What open alerts of these kinds say of it has changed. Free where there is none. */
export async function correctAlert(
  tx: Tx,
  correction: { readonly kinds: readonly AlertKind[]; readonly subject: AlertSubject; readonly facts: AlertFacts },
): Promise<void> {
  await correctAlerts(tx, correction);
}

/** Nobody has to look any more. Free where there is no such alert; with facts, only at one that says so. */
export async function withdrawAlert(
  db: Db | Tx,
  {
    kind,
    ...about
  }: { readonly kind: AlertKind; readonly subject: AlertSubject; readonly facts?: AlertFacts; readonly at: Date },
): Promise<void> {
  await endAlerts(db, { kinds: [kind], ...about });
}

/** The same of several kinds. */
export async function withdrawAlerts(
  db: Db | Tx,
  about: { readonly kinds: readonly AlertKind[]; readonly subject: AlertSubject; readonly at: Date },
): Promise<void> {
  await endAlerts(db, about);
}

/** What they were about is gone, and with it goes what they said of it, notes of the staff included; nobody has to look any more. */
export async function forgetAlerts(tx: Tx, subjectIds: readonly string[], at: Date): Promise<void> {
  await emptyAlerts(tx, subjectIds, at);
}

/** At least so long from one digest to the next. */
export const DIGEST_PAUSE_MS = 15 * 60_000;
/** The screen has the others. */
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
      alerts: alerts.slice(0, DIGEST_LONGEST).map(({ id, kind, facts }) => ({ id, kind, facts })),
      more: Math.max(0, alerts.length - DIGEST_LONGEST),
    };
    for (const reader of staff) await ctx.jobs.send(tx, "alert-mail", { ...digest, ...reader });
  });
}

/** Whether somebody is still of the staff: a digest may have waited for the mail server. */
export async function isToldOfAlerts(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  return (await findAdminRole(ctx.db, userId)) !== undefined;
}
