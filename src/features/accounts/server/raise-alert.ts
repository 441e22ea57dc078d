import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { AlertFacts, AlertKind, AlertSubject } from "../rules/alert.ts";
import { correctAlerts, emptyAlerts, endAlerts, isAlertDone, isAlertTold, upsertAlert } from "./alert-store.ts";

/** Puts an alert into the back office's inbox; an open one of the same kind and subject is counted, not repeated. */
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

export async function correctAlert(
  db: Db | Tx,
  correction: { readonly kinds: readonly AlertKind[]; readonly subject: AlertSubject; readonly facts: AlertFacts },
): Promise<void> {
  await correctAlerts(db, correction);
}

export async function withdrawAlert(
  db: Db | Tx,
  { kind, ...about }: { readonly kind: AlertKind; readonly subject: AlertSubject; readonly at: Date },
): Promise<void> {
  await endAlerts(db, { kinds: [kind], ...about });
}

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
