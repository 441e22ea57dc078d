/** Queries of the inbox. */
import { sql } from "kysely";
import { containsPlain, containsWords } from "#features/accounts/server/search-people.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
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
};
/** `q`: search text or order number. */
export type InboxFilter = { readonly q: string; readonly view: InboxView };

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
  ] as const),
];

/** SELECT of messages that match the filter. */
function selectMatching(db: Db | Tx, { q, view }: InboxFilter) {
  let query = db.selectFrom("contact_messages");
  if (view === "open") query = query.where("done_at", "is", null);
  if (view === "unread") query = query.where("read_at", "is", null);
  if (view === "doubtful") query = query.where("is_doubtful", "=", true);
  if (view === "done") query = query.where("done_at", "is not", null);
  if (q === "") return query;
  const text = sql`plain(name || E'\n' || email || E'\n' || subject || E'\n' || message)`;
  const order = readOrderNumber(q);
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
    .orderBy("created_at", "desc")
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

/** How many messages are unread. */
export async function countUnreadRows(db: Db): Promise<number> {
  return countInboxRows(db, { q: "", view: "unread" });
}

/** Open messages from before an instant, without complaints, which have their own deadlines. */
export async function countWaitingRows(db: Db, before: Date): Promise<number> {
  const waiting = selectMatching(db, { q: "", view: "open" }).where("created_at", "<", before);
  return countRows(waiting.where("id", "not in", (eb) => eb.selectFrom("complaints").select("message_id")));
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

/** Sets or removes marks; absent ones stay. */
export async function setMarks(tx: Tx, id: string, marks: { read_at?: Date | null; done_at?: Date | null }): Promise<void> {
  await tx.updateTable("contact_messages").set(marks).where("id", "=", id).execute();
}

export async function deleteMessageRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("contact_messages").where("id", "=", id).execute();
}
