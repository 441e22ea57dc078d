/** Telling those who run the shop that somebody has to look, and taking it back where the cause went away by itself. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { AlertFacts, AlertKind, AlertSubject } from "../rules/alert.ts";
import { emptyAlerts, endAlert, upsertAlert } from "./alert-store.ts";

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

/** Nobody has to look any more. Free where there is no such alert. */
export async function withdrawAlert(
  db: Db | Tx,
  { kind, subject, at }: { readonly kind: AlertKind; readonly subject: AlertSubject; readonly at: Date },
): Promise<void> {
  await endAlert(db, kind, subject, at);
}

/** What they were about is gone, and with it goes what they said of it, notes of the staff included; nobody has to look any more. */
export async function forgetAlerts(tx: Tx, subjectIds: readonly string[], at: Date): Promise<void> {
  await emptyAlerts(tx, subjectIds, at);
}
