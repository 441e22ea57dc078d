/** Tables `dispute_notes` and `dispute_files`, and the retention of all evidence. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { DisputeStanding, PaymentProviderName } from "#shared/states.ts";
import type { FileKind } from "../../../rules/evidence.ts";

export type LockedDispute = {
  readonly id: string;
  readonly providerId: string;
  readonly orderId: string;
  readonly provider: PaymentProviderName;
  readonly standing: DisputeStanding;
  readonly dueBy: Date | undefined;
  readonly openedAt: Date;
  readonly isSubmitted: boolean;
};

export async function lockDispute(tx: Tx, id: string): Promise<LockedDispute | undefined> {
  const row = await tx
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select(["d.id", "d.provider_id", "d.order_id", "o.provider", "d.standing", "d.due_by", "d.opened_at", "d.is_submitted"])
    .where("d.id", "=", id)
    .forUpdate("d")
    .executeTakeFirst();
  return row && { ...fromRow(row), provider: row.provider as PaymentProviderName };
}

export async function setSubmitted(tx: Tx, disputeId: string, isSubmitted: boolean): Promise<void> {
  await tx.updateTable("disputes").set({ is_submitted: isSubmitted }).where("id", "=", disputeId).execute();
}

/** `version` changes with each write. */
export type DisputeNote = { readonly note: string; readonly version: string };

export async function findNote(db: Db | Tx, disputeId: string): Promise<DisputeNote> {
  const row = await db
    .selectFrom("dispute_notes")
    .select(["note", sql<string>`xmin::text`.as("version")])
    .where("dispute_id", "=", disputeId)
    .executeTakeFirst();
  return row ?? { note: "", version: "" };
}

/** An empty note deletes the row. */
export async function setNote(tx: Tx, disputeId: string, saved: { note: string; at: Date; by: string | null }): Promise<void> {
  if (saved.note === "") {
    await tx.deleteFrom("dispute_notes").where("dispute_id", "=", disputeId).execute();
    return;
  }
  const values = { note: saved.note, saved_at: saved.at, saved_by: saved.by };
  await tx
    .insertInto("dispute_notes")
    .values({ dispute_id: disputeId, ...values })
    .onConflict((conflict) => conflict.column("dispute_id").doUpdateSet(values))
    .execute();
}

export type AddedFile = {
  readonly id: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly type: "application/pdf" | "image/jpeg";
  readonly bytes: number;
};
export type FileContent = AddedFile & { readonly content: Uint8Array };

const FILE_COLUMNS = ["id", "kind", "name", "type", "bytes"] as const;

export async function listFiles(db: Db | Tx, disputeId: string): Promise<AddedFile[]> {
  const rows = await db
    .selectFrom("dispute_files")
    .select(FILE_COLUMNS)
    .where("dispute_id", "=", disputeId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  return rows as AddedFile[];
}

export async function listFileContents(db: Db | Tx, disputeId: string): Promise<FileContent[]> {
  const rows = await db
    .selectFrom("dispute_files")
    .select([...FILE_COLUMNS, "content"])
    .where("dispute_id", "=", disputeId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  return rows as FileContent[];
}

type NewFile = Omit<FileContent, "id" | "bytes"> & { readonly at: Date; readonly by: string | null };

export async function insertFile(tx: Tx, disputeId: string, { at, by, content, ...file }: NewFile): Promise<string> {
  const { id } = await tx
    .insertInto("dispute_files")
    .values({ ...file, dispute_id: disputeId, content: Buffer.from(content), added_at: at, added_by: by })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteFile(tx: Tx, disputeId: string, fileId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("dispute_files")
    .where("dispute_id", "=", disputeId)
    .where("id", "=", fileId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes notes, files and documents of these disputes. */
async function deleteAdded(tx: Tx, disputeIds: readonly string[]): Promise<void> {
  if (disputeIds.length === 0) return;
  await tx.deleteFrom("dispute_notes").where("dispute_id", "in", disputeIds).execute();
  await tx.deleteFrom("dispute_files").where("dispute_id", "in", disputeIds).execute();
  await tx
    .updateTable("dispute_submissions")
    .set({ document: null, uploads: "{}", reply: null })
    .where("dispute_id", "in", disputeIds)
    .execute();
}

/** Of disputes that were closed before. */
export async function deleteOldEvidence(tx: Tx, closedBefore: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM disputes d WHERE d.closed_at < ${closedBefore} AND (
      EXISTS (SELECT FROM dispute_notes n WHERE n.dispute_id = d.id) OR
      EXISTS (SELECT FROM dispute_files f WHERE f.dispute_id = d.id) OR
      EXISTS (SELECT FROM dispute_submissions s WHERE s.dispute_id = d.id AND (s.document IS NOT NULL OR s.reply IS NOT NULL)))
    LIMIT 200`.execute(tx);
  await deleteAdded(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Of these people's decided disputes. An open one needs its evidence. */
export async function deleteEvidenceOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select("d.id")
    .where("o.user_id", "in", userIds)
    .where("d.closed_at", "is not", null)
    .execute();
  await deleteAdded(
    tx,
    rows.map(({ id }) => id),
  );
}
