/** Table `complaints`: each belongs to a message. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import type { ComplaintOutcome } from "#shared/states.ts";
import type { ComplaintTimes, ComplaintView } from "../rules/complaint.ts";
import { isFrom, type Writer } from "./contact-store.ts";

/** `madeAt`: when the message was written. */
export type Complaint = ComplaintTimes & {
  readonly id: string;
  readonly number: string;
  readonly messageId: string;
  readonly madeAt: Date;
  readonly outcome: ComplaintOutcome | undefined;
  readonly answer: string | undefined;
  readonly answeredBy: string | undefined;
};
export type ListedComplaint = Complaint & { readonly name: string; readonly email: string; readonly subject: string };

type NewComplaint = { messageId: string; madeAt: Date; acknowledgeBy: Date; answerBy: Date };

/** Stores a complaint. @returns its number; undefined if the message is one already */
export async function insertComplaint(tx: Tx, complaint: NewComplaint): Promise<string | undefined> {
  const { messageId, madeAt, acknowledgeBy, answerBy } = complaint;
  const row = await tx
    .insertInto("complaints")
    .values({ message_id: messageId, made_at: madeAt, acknowledge_by: acknowledgeBy, answer_by: answerBy })
    .onConflict((conflict) => conflict.column("message_id").doNothing())
    .returning("number")
    .executeTakeFirst();
  return row?.number;
}

/** SELECT of complaints with their messages. */
function selectComplaints(db: Db | Tx) {
  return db
    .selectFrom("complaints as c")
    .innerJoin("contact_messages as m", "m.id", "c.message_id")
    .selectAll("c")
    .select(["m.name", "m.email", "m.subject"]);
}
/** The complaint of a message. */
export async function findComplaintOf(db: Db | Tx, messageId: string): Promise<Complaint | undefined> {
  const row = await selectComplaints(db).where("c.message_id", "=", messageId).executeTakeFirst();
  return row && fromRow(row);
}

/** Complaints of a writer, newest first. */
export async function listComplaintsFrom(db: Db, writer: Writer): Promise<ListedComplaint[]> {
  const rows = await selectComplaints(db).where(isFrom(writer)).orderBy("c.made_at", "desc").execute();
  return rows.map(fromRow);
}

/** Locks the message's complaint until the transaction ends. */
export async function lockComplaintOf(tx: Tx, messageId: string): Promise<Complaint | undefined> {
  const row = await selectComplaints(tx).where("c.message_id", "=", messageId).forUpdate("c").executeTakeFirst();
  return row && fromRow(row);
}

/** Whether the mail with the answer was sent, or failed for good. */
export async function isAnswerSettled(tx: Tx, messageId: string): Promise<boolean> {
  const mail = tx.selectFrom("mails").select("id").where("message", "=", `complaint-answered:${messageId}`);
  return (await mail.where("state", "in", ["sent", "failed"]).executeTakeFirst()) !== undefined;
}

/** Columns that an answer or confirmation sets. */
type Marks = {
  acknowledged_at?: Date;
  answered_at?: Date;
  outcome?: ComplaintOutcome;
  answered_by?: string | null;
  answer?: string | null;
};
export async function setComplaintMarks(tx: Tx, id: string, marks: Marks): Promise<void> {
  await tx.updateTable("complaints").set(marks).where("id", "=", id).execute();
}

/** SQL condition: a step is overdue. */
const isLate = (now: Date) =>
  sql<boolean>`c.answered_at IS NULL AND (c.answer_by <= ${now} OR (c.acknowledged_at IS NULL AND c.acknowledge_by <= ${now}))`;

type Filter = { readonly view: ComplaintView; readonly number: string | undefined; readonly now: Date };

/** SELECT of complaints that match the filter. */
function selectMatching(db: Db, { view, number, now }: Filter) {
  let query = selectComplaints(db);
  if (number !== undefined) query = query.where("c.number", "=", number);
  if (view === "open") query = query.where("c.answered_at", "is", null);
  if (view === "answered") query = query.where("c.answered_at", "is not", null);
  return view === "late" ? query.where(isLate(now)) : query;
}

/** A page of complaints: open ones by their next deadline, then answered ones, newest first. */
export async function listComplaintRows(
  db: Db,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedComplaint[]> {
  const rows = await selectMatching(db, filter)
    .orderBy(sql`c.answered_at IS NULL`, "desc")
    .orderBy(
      sql`CASE WHEN c.answered_at IS NULL THEN CASE WHEN c.acknowledged_at IS NULL THEN c.acknowledge_by ELSE c.answer_by END END`,
    )
    .orderBy("c.made_at", "desc")
    .orderBy("c.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(fromRow);
}

/** Late complaints by id; `after` is the last id of the previous batch. */
export async function listLateRows(
  db: Db,
  { now, after, limit }: { readonly now: Date; readonly after: string | undefined; readonly limit: number },
): Promise<ListedComplaint[]> {
  const late = selectMatching(db, { view: "late", number: undefined, now });
  const query = after === undefined ? late : late.where("c.id", ">", after);
  return (await query.orderBy("c.id").limit(limit).execute()).map(fromRow);
}

/** How many complaints match the filter. */
export async function countComplaintRows(db: Db, filter: Filter): Promise<number> {
  return countRows(db.selectFrom(selectMatching(db, filter).as("found")));
}

/** Complaints since `since` that are due or answered, and how many were answered in time. */
export async function countDue(db: Db, since: Date, now: Date): Promise<{ readonly due: number; readonly inTime: number }> {
  const { rows } = await sql<{ due: string; in_time: string }>`
    SELECT count(*) AS due, count(*) FILTER (WHERE answered_at < answer_by) AS in_time FROM complaints
    WHERE made_at >= ${since} AND (answered_at IS NOT NULL OR answer_by <= ${now}) AND outcome IS DISTINCT FROM 'withdrawn'`.execute(
    db,
  );
  const [row = { due: 0, in_time: 0 }] = rows;
  return { due: Number(row.due), inTime: Number(row.in_time) };
}

/** How many complaints are late. */
export async function countOverdueRows(db: Db, now: Date): Promise<number> {
  return countComplaintRows(db, { view: "late", number: undefined, now });
}
