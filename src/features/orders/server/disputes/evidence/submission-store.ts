/** Table `dispute_submissions`: how evidence is sent to the bank. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { EvidenceStage } from "../../../rules/evidence.ts";

export type Submission = {
  readonly state: "sending" | "refused" | "sent";
  readonly isByHand: boolean;
  readonly attempts: number;
  readonly claimedUntil: Date | undefined;
  readonly sentAt: Date | undefined;
  readonly failure: string | undefined;
  /** Of the staff member; empty for a scheduled job or an erased person. */
  readonly sender: string;
};

export async function findSubmission(db: Db | Tx, disputeId: string, stage: EvidenceStage): Promise<Submission | undefined> {
  const row = await db
    .selectFrom("dispute_submissions as s")
    .leftJoin("users as u", "u.id", "s.sent_by")
    .select(["s.state", "s.is_by_hand", "s.attempts", "s.claimed_until", "s.sent_at", "s.failure"])
    .select(["u.first_name", "u.last_name"])
    .where("s.dispute_id", "=", disputeId)
    .where("s.stage", "=", stage)
    .executeTakeFirst();
  if (!row) return undefined;
  const { first_name: first, last_name: last, ...rest } = row;
  return { ...fromRow(rest), state: row.state as Submission["state"], sender: `${first ?? ""} ${last ?? ""}`.trim() };
}

type Key = { readonly disputeId: string; readonly stage: EvidenceStage };

/** Begins or continues to send: no other process does so before `until`. */
export async function claimSubmission(tx: Tx, { disputeId, stage }: Key, claim: { at: Date; until: Date; by: string | null }) {
  const changed = { state: "sending", is_by_hand: false, claimed_until: claim.until, sent_by: claim.by, failure: null } as const;
  await tx
    .insertInto("dispute_submissions")
    .values({ dispute_id: disputeId, stage, ...changed, attempts: 1, started_at: claim.at })
    .onConflict((conflict) =>
      conflict.columns(["dispute_id", "stage"]).doUpdateSet({ ...changed, attempts: sql`dispute_submissions.attempts + 1` }),
    )
    .execute();
}

export type Progress = { readonly document: Uint8Array | undefined; readonly uploads: Readonly<Record<string, string>> };

export async function findProgress(db: Db, { disputeId, stage }: Key): Promise<Progress> {
  const row = await db
    .selectFrom("dispute_submissions")
    .select(["document", "uploads"])
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .executeTakeFirstOrThrow();
  return { document: row.document ?? undefined, uploads: row.uploads as Progress["uploads"] };
}

export async function saveProgress(db: Db, { disputeId, stage }: Key, { document, uploads }: Progress): Promise<void> {
  await db
    .updateTable("dispute_submissions")
    .set({ document: document === undefined ? null : Buffer.from(document), uploads: JSON.stringify(uploads) })
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("state", "=", "sending")
    .execute();
}

/** After a change of the note or the files, the next attempt makes a new document. */
export async function forgetProgress(tx: Tx, disputeId: string): Promise<void> {
  await tx
    .updateTable("dispute_submissions")
    .set({ document: null, uploads: "{}" })
    .where("dispute_id", "=", disputeId)
    .where("state", "<>", "sent")
    .execute();
}

/** Ends an attempt: another one may begin at once. */
export async function endAttempt(tx: Tx, { disputeId, stage }: Key, end: { state: "sending" | "refused"; failure: string }) {
  await tx
    .updateTable("dispute_submissions")
    .set({ ...end, claimed_until: null, ...(end.state === "refused" && { document: null, uploads: "{}" }) })
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("state", "=", "sending")
    .execute();
}

/** @returns false if it was stored as sent before */
export async function storeSent(
  tx: Tx,
  { disputeId, stage }: Key,
  { at, reply }: { readonly at: Date; readonly reply?: Readonly<Record<string, unknown>> | undefined },
): Promise<boolean> {
  const updated = await tx
    .updateTable("dispute_submissions")
    .set({ state: "sent", sent_at: at, claimed_until: null, failure: null, ...(reply && { reply: JSON.stringify(reply) }) })
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("state", "=", "sending")
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** For attempts that ended without a reply: the provider reports that it has the evidence. */
export async function storeReportedSent(tx: Tx, { disputeId, stage }: Key, at: Date): Promise<void> {
  await tx
    .updateTable("dispute_submissions")
    .set({ state: "sent", sent_at: at, claimed_until: null, failure: null })
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("state", "=", "sending")
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<", at)]))
    .execute();
}

export async function storeSentByHand(tx: Tx, { disputeId, stage }: Key, sent: { on: Date; at: Date; by: string | null }) {
  const changed = {
    state: "sent",
    is_by_hand: true,
    sent_at: sent.on,
    sent_by: sent.by,
    claimed_until: null,
    failure: null,
  } as const;
  await tx
    .insertInto("dispute_submissions")
    .values({ dispute_id: disputeId, stage, ...changed, started_at: sent.at })
    .onConflict((conflict) =>
      conflict.columns(["dispute_id", "stage"]).doUpdateSet({ ...changed, document: null, uploads: "{}" }),
    )
    .execute();
}

/** @returns false unless it was marked as sent by hand */
export async function deleteSentByHand(tx: Tx, { disputeId, stage }: Key): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("dispute_submissions")
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("is_by_hand", "=", true)
    .where("state", "=", "sent")
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The document that was sent; undefined if it was sent by hand, or its retention period is over. */
export async function findSentDocument(db: Db, { disputeId, stage }: Key): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("dispute_submissions")
    .select("document")
    .where("dispute_id", "=", disputeId)
    .where("stage", "=", stage)
    .where("state", "=", "sent")
    .executeTakeFirst();
  return row?.document ?? undefined;
}
