/** Queries of the inbox. */
import { sql } from "kysely";
import { containsPlain, containsWords } from "#features/accounts/server/search-people.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { findTag } from "../rules/conversation.ts";
import type { InboxView } from "../rules/inbox.ts";

export type InboxMessage = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  readonly locale: string;
  /** Its decoy field was filled in, or its sender is over the limit. */
  readonly isDoubtful: boolean;
  readonly createdAt: Date;
  readonly readAt: Date | undefined;
  readonly doneAt: Date | undefined;
  /** The reference in subjects. */
  readonly number: number;
  readonly userId: string | undefined;
  /** The member of staff who wrote the message. */
  readonly startedBy: string | undefined;
  readonly assignedTo: string | undefined;
  readonly answeredAt: Date | undefined;
  readonly reopenedAt: Date | undefined;
};
/** `q`: search text or order number. `own`: the reader's account. `assignees`: staff who may answer. */
export type InboxFilter = {
  readonly q: string;
  readonly view: InboxView;
  readonly own?: string | undefined;
  readonly assignees?: readonly string[];
};

const COLUMNS = [
  ...([
    "id",
    "name",
    "email",
    "subject",
    "message as text",
    "locale",
    "is_doubtful",
    "created_at",
    "read_at",
    "done_at",
    "number",
    "user_id",
    "started_by",
    "assigned_to",
    "answered_at",
    "reopened_at",
  ] as const),
];

/** SELECT of messages that match the filter. */
function selectMatching(db: Db | Tx, { q, view, own, assignees = [] }: InboxFilter) {
  let query = db.selectFrom("contact_messages");
  if (view !== "done" && view !== "all" && view !== "unread" && view !== "doubtful") query = query.where("done_at", "is", null);
  if (view === "open" || view === "unassigned") query = query.where("answered_at", "is", null);
  // Messages of former staff are unassigned, too.
  if (view === "unassigned")
    query = query.where(sql<boolean>`assigned_to IS NULL OR NOT assigned_to = ANY(${[...assignees]}::uuid[])`);
  if (view === "mine") query = query.where("assigned_to", "=", own ?? null);
  if (view === "waiting") query = query.where("answered_at", "is not", null);
  if (view === "unread") query = query.where("read_at", "is", null);
  if (view === "doubtful") query = query.where("is_doubtful", "=", true);
  if (view === "done") query = query.where("done_at", "is not", null);
  if (q === "") return query;
  const text = sql`plain(name || E'\n' || email || E'\n' || subject || E'\n' || message || coalesce((
    SELECT string_agg(E'\n' || e.text, '' ORDER BY e.at) FROM conversation_entries e WHERE e.message_id = contact_messages.id), ''))`;
  const order = readOrderNumber(q);
  const tag = findTag(q.startsWith("#") ? `[${q}]` : q);
  if (tag !== undefined) return query.where("number", "=", tag);
  // The order number may be written with or without a hyphen.
  if (order === undefined) return query.where(containsWords(text, q));
  return query.where((eb) => eb.or([containsPlain(text, order), containsPlain(text, order.replace("-", ""))]));
}

/** A page of messages: unread ones first, then the newest. */
export async function listInboxRows(
  db: Db,
  filter: InboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<InboxMessage[]> {
  const rows = await selectMatching(db, filter)
    .select(COLUMNS)
    .orderBy(sql`read_at IS NULL`, "desc")
    .orderBy(sql`coalesce(reopened_at, created_at)`, "desc")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(fromRow);
}

/** How many messages match the filter. */
export async function countInboxRows(db: Db, filter: InboxFilter): Promise<number> {
  return countRows(selectMatching(db, filter));
}

/** Messages unanswered since before an instant, without open complaints, which have their own deadlines. */
export async function countWaitingRows(db: Db, before: Date): Promise<number> {
  const waiting = selectMatching(db, { q: "", view: "open" }).where(sql`coalesce(reopened_at, created_at)`, "<", before);
  const openComplaints = db.selectFrom("complaints").select("message_id").where("answered_at", "is", null);
  return countRows(waiting.where("id", "not in", openComplaints));
}

/** The message with this id. */
export async function findMessageRow(db: Db, id: string): Promise<InboxMessage | undefined> {
  const row = await db.selectFrom("contact_messages").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the message until the transaction ends. */
export async function lockMessageRow(tx: Tx, id: string): Promise<InboxMessage | undefined> {
  const row = await tx.selectFrom("contact_messages").select(COLUMNS).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

type Marks = { readonly [Mark in "read_at" | "answered_at" | "reopened_at" | "done_at"]?: Date | null };

/** Sets or removes marks; absent ones stay. */
export async function setMarks(tx: Tx, id: string, marks: Marks): Promise<void> {
  await tx.updateTable("contact_messages").set(marks).where("id", "=", id).execute();
}

export async function deleteMessageRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("contact_messages").where("id", "=", id).execute();
}
