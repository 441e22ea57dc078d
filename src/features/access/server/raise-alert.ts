import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { AlertFacts, AlertKind, AlertSubject } from "../rules/alert.ts";
import { correctAlerts, eraseAlerts, endAlerts, isAlertHandled, isAlertKnown, upsertAlert } from "./alert-store.ts";

/** Adds an alert to the back office's inbox. An open one of the same kind and subject is counted up. */
export async function raiseAlert(
  db: Db | Tx,
  alert: {
    readonly kind: AlertKind;
    readonly subject: AlertSubject;
    readonly facts?: AlertFacts;
    readonly at: Date;
    /** The alert has a mail of its own, so the digest leaves it out. */
    readonly isMailed?: boolean;
  },
): Promise<void> {
  await upsertAlert(db, { facts: {}, ...alert });
}

/** For recurring checks: not raised again after an alert with the same facts was closed by hand. */
export async function raiseAlertOnce(db: Db | Tx, alert: Parameters<typeof raiseAlert>[1]): Promise<void> {
  if (!(await isAlertHandled(db, { facts: {}, ...alert }))) await raiseAlert(db, alert);
}

/**
 * Raises the alert unless one with at least the facts in `same` is open or was closed by hand. That one is
 * not counted up. Returns whether the alert was raised.
 */
export async function raiseAlertFirst(
  db: Db | Tx,
  { same, ...alert }: Parameters<typeof raiseAlert>[1] & { readonly same: AlertFacts },
): Promise<boolean> {
  if (await isAlertKnown(db, { ...alert, facts: same })) return false;
  await raiseAlert(db, alert);
  return true;
}

/** Overwrites these facts of open alerts, which become unread if a fact changed. */
export async function correctAlert(
  db: Db | Tx,
  correction: { readonly kinds: readonly AlertKind[]; readonly subject: AlertSubject; readonly facts: AlertFacts },
): Promise<void> {
  await correctAlerts(db, correction);
}

/** Closes the open alert after its cause is gone. */
export async function withdrawAlert(
  db: Db | Tx,
  { kind, ...about }: { readonly kind: AlertKind; readonly subject: AlertSubject; readonly at: Date },
): Promise<void> {
  await endAlerts(db, { kinds: [kind], ...about });
}

/** Closes the open alerts of several kinds about one subject. */
export async function withdrawAlerts(
  db: Db | Tx,
  about: { readonly kinds: readonly AlertKind[]; readonly subject: AlertSubject; readonly at: Date },
): Promise<void> {
  await endAlerts(db, about);
}

/** Closes alerts about deleted subjects and deletes their facts and notes. */
export async function forgetAlerts(tx: Tx, subjectIds: readonly string[], at: Date): Promise<void> {
  await eraseAlerts(tx, subjectIds, at);
}
