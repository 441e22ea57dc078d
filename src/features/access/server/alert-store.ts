import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import type { LocalizedText } from "#shared/language/locale.ts";
import { type Alert, type AlertFacts, type AlertKind, type AlertSubject, type AlertView, isAlertKind } from "../rules/alert.ts";

/** An alert with the current names of its subject and of the staff who read and closed it. */
export type AlertRow = Alert & {
  /** Display name of the subject: the order number (also for disputes) or the title of the draw. */
  readonly subjectName: LocalizedText | undefined;
  readonly seenBy: string | undefined;
  /** Undefined for an alert that is open or that the shop closed; empty if the account is gone. */
  readonly handledBy: string | undefined;
  readonly note: string | undefined;
};

/** Inserts an alert, or counts it again if the same one is open. Changed facts make it unread. */
export async function upsertAlert(
  db: Db | Tx,
  alert: { kind: AlertKind; subject: AlertSubject; facts: AlertFacts; at: Date; isMailed?: boolean },
): Promise<void> {
  const facts = JSON.stringify(alert.facts);
  await db
    .insertInto("alerts")
    .values({
      kind: alert.kind,
      subject_type: alert.subject.type,
      subject_id: alert.subject.id,
      facts,
      raised_at: alert.at,
      last_raised_at: alert.at,
      ...(alert.isMailed && { mailed_at: alert.at }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject_type", "subject_id"])
        .where("handled_at", "is", null)
        .doUpdateSet({
          times: sql`alerts.times + 1`,
          last_raised_at: alert.at,
          facts,
          seen_at: sql`CASE WHEN alerts.facts = excluded.facts THEN alerts.seen_at END`,
          seen_by: sql`CASE WHEN alerts.facts = excluded.facts THEN alerts.seen_by END`,
        }),
    )
    .execute();
}

type AlertContent = { readonly kind: AlertKind; readonly subject: AlertSubject; readonly facts: AlertFacts };

/** Whether staff closed an alert with the same facts. */
export async function isAlertHandled(db: Db | Tx, alert: AlertContent): Promise<boolean> {
  return hasAlert(db, alert, sql<boolean>`handled_by IS NOT NULL AND facts = ${JSON.stringify(alert.facts)}::jsonb`);
}

/** Whether an alert with at least these facts is open or was closed by staff. */
export async function isAlertKnown(db: Db | Tx, alert: AlertContent): Promise<boolean> {
  const isThere = sql<boolean>`(handled_at IS NULL OR handled_by IS NOT NULL) AND facts @> ${JSON.stringify(alert.facts)}::jsonb`;
  return hasAlert(db, alert, isThere);
}

async function hasAlert(db: Db | Tx, { kind, subject }: AlertContent, where: RawBuilder<boolean>): Promise<boolean> {
  const row = await db
    .selectFrom("alerts")
    .select("id")
    .where("kind", "=", kind)
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where(where)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds facts to open alerts that lack them, and marks those alerts as unread. */
export async function correctAlerts(
  db: Db | Tx,
  { kinds, subject, facts }: { kinds: readonly AlertKind[]; subject: AlertSubject; facts: AlertFacts },
): Promise<void> {
  await db
    .updateTable("alerts")
    .set({ facts: sql`facts || ${JSON.stringify(facts)}::jsonb`, seen_at: null, seen_by: null })
    .where("kind", "in", [...kinds])
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("handled_at", "is", null)
    .where(sql<boolean>`NOT facts @> ${JSON.stringify(facts)}::jsonb`)
    .execute();
}

/** Closes open alerts whose cause is gone. `handled_by` stays empty: the shop closed them. */
export async function endAlerts(
  db: Db | Tx,
  { kinds, subject, at }: { kinds: readonly AlertKind[]; subject: AlertSubject; at: Date },
): Promise<void> {
  await db
    .updateTable("alerts")
    .set({ handled_at: at })
    .where("kind", "in", [...kinds])
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", subject.id)
    .where("handled_at", "is", null)
    .execute();
}

/** Erases facts and notes of all alerts about these subjects, and closes the open ones. */
export async function eraseAlerts(tx: Tx, subjectIds: readonly string[], at: Date): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .updateTable("alerts")
    .set((eb) => ({
      facts: JSON.stringify({}),
      note: sql`CASE WHEN note IS NOT NULL THEN '–' END`,
      handled_at: eb.fn.coalesce("handled_at", eb.val(at)),
    }))
    .where("subject_id", "in", subjectIds)
    .execute();
}

/** Query of the alerts of a view (open, unread, done, all). */
function alerts(db: Db | Tx, view: AlertView) {
  const query = db.selectFrom("alerts as a");
  if (view === "open") return query.where("a.handled_at", "is", null);
  if (view === "unread") return query.where("a.handled_at", "is", null).where("a.seen_at", "is", null);
  return view === "done" ? query.where("a.handled_at", "is not", null) : query;
}

/** Open ones first, of these unread ones first, then by date, newest first. */
export async function listAlertRows(
  db: Db,
  view: AlertView,
  { limit, offset }: { limit: number; offset: number },
): Promise<AlertRow[]> {
  const rows = await withNames(alerts(db, view))
    .orderBy(sql`a.handled_at IS NULL`, "desc")
    .orderBy(sql`a.seen_at IS NULL`, "desc")
    .orderBy("a.last_raised_at", "desc")
    .orderBy("a.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.flatMap(toAlert);
}

export async function countAlertRows(db: Db, view: AlertView): Promise<number> {
  return countRows(alerts(db, view));
}

export async function findAlertRow(db: Db, id: string): Promise<AlertRow | undefined> {
  const rows = await withNames(alerts(db, "all")).where("a.id", "=", id).execute();
  return rows.flatMap(toAlert)[0];
}

/** Locks the alert until the transaction ends, and returns its marks. */
export async function lockAlertRow(tx: Tx, id: string) {
  return tx.selectFrom("alerts").select(["seen_at", "handled_at", "note"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Who read and who closed an alert, when, and the closing note. Null removes a mark; absent columns stay. */
type Marks = {
  seen_at?: Date | null;
  seen_by?: string | null;
  handled_at?: Date | null;
  handled_by?: string | null;
  note?: string | null;
};
export async function setAlertMarks(tx: Tx, id: string, marks: Marks): Promise<void> {
  await tx.updateTable("alerts").set(marks).where("id", "=", id).execute();
}

/** True if the same alert has been raised again since this one was closed. */
export async function hasOpenTwin(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM alerts a JOIN alerts b USING (kind, subject_type, subject_id) WHERE a.id = ${id} AND b.handled_at IS NULL`.execute(
    tx,
  );
  return rows.length > 0;
}

const COLUMNS = [
  "a.id",
  "a.kind",
  "a.subject_type",
  "a.subject_id",
  "a.facts",
  "a.times",
  "a.raised_at",
  "a.last_raised_at",
  "a.seen_at",
  "a.handled_at",
] as const;

/**
 * Adds names: of the staff who read and closed the alert, and of the subject (order number or draw's title).
 * `subject_id` begins with a UUID, except for the subject `shop`. For `order`, a blank and a name may follow,
 * if an order can have several alerts of a kind.
 */
function withNames(query: ReturnType<typeof alerts>) {
  return query
    .leftJoin("users as s", "s.id", "a.seen_by")
    .leftJoin("users as h", "h.id", "a.handled_by")
    .select(COLUMNS)
    .select(["a.note", "a.handled_by"])
    .select(sql<string | null>`trim(s.first_name || ' ' || s.last_name)`.as("seer"))
    .select(
      sql<AlertRow["subjectName"] | null>`CASE
          WHEN a.subject_id !~ '^[0-9a-f-]{36}( |$)' THEN NULL
          WHEN a.subject_type = 'lottery' THEN
            (SELECT json_strip_nulls(json_build_object('en', l.title, 'fr', l.title_fr)) FROM lotteries l WHERE l.id = a.subject_id::uuid)
          WHEN a.subject_type IN ('order', 'dispute') THEN
            (SELECT json_build_object('en', o.order_number) FROM orders o WHERE o.id = CASE a.subject_type
              WHEN 'order' THEN left(a.subject_id, 36)::uuid ELSE (SELECT d.order_id FROM disputes d WHERE d.id = a.subject_id::uuid) END)
          END`.as("subjectName"),
    )
    .select(sql<string | null>`trim(h.first_name || ' ' || h.last_name)`.as("handler"));
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>["executeTakeFirstOrThrow"]>>;

/** Empty for kinds that only a newer version knows. */
function toAlert(row: Row): AlertRow[] {
  const { kind, subjectType: type, subjectId, seer, handler = "", ...alert } = fromRow(row);
  if (!isAlertKind(kind)) return [];
  // Only `upsertAlert` writes this column.
  const facts = row.facts as AlertFacts;
  const handledBy = row.handled_by === null ? undefined : handler;
  return [{ ...alert, kind, subject: { type, id: subjectId }, facts, seenBy: seer, handledBy }];
}
