/** Table `proposals`. */
import { sql } from "kysely";
import { rolesWith } from "#features/access/rules/rights.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { PROPOSAL_RIGHTS, type ProposalKind, type ProposalState } from "../../rules/proposals.ts";

/** `payload`: what to do, by kind. `subjectId`: the order, draw or person. */
export type ProposalRow = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subjectId: string;
  readonly payload: unknown;
  readonly reason: string;
  readonly proposedBy: string | undefined;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly state: ProposalState;
  readonly decidedBy: string | undefined;
  readonly decidedAt: Date | undefined;
  readonly note: string | undefined;
};

/** SELECT of proposals. */
function selectProposals(db: Db | Tx) {
  return db
    .selectFrom("proposals")
    .select(["id", "kind", "subject_id", "payload", "reason", "proposed_by", "proposed_at", "expires_at"])
    .select(["state", "decided_by", "decided_at", "note"]);
}
/** Whether a proposal of this kind and subject is open. Does not wait for a concurrent decision. */
export async function hasOpenProposal(tx: Tx, kind: ProposalKind, subjectId: string): Promise<boolean> {
  const matching = tx.selectFrom("proposals").select("id").where("kind", "=", kind).where("subject_id", "=", subjectId);
  return (await matching.where("state", "=", "open").executeTakeFirst()) !== undefined;
}

/** When the first cards were proposed, by lottery id. Includes confirmed cards that are being entered. */
export async function listWaitingBatches(db: Db | Tx): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom("proposals")
    .select(["subject_id", sql<Date>`min(proposed_at)`.as("since")])
    .where("kind", "=", "postal_batch")
    .where(sql<boolean>`(state = 'open' OR (state = 'confirmed' AND payload ? 'batch'))`)
    .groupBy("subject_id")
    .execute();
  return new Map(rows.map(({ subject_id, since }) => [subject_id, since]));
}

/** Stores a proposal. Undefined if one of this kind and subject is open. */
export async function insertProposal(
  tx: Tx,
  proposal: Pick<ProposalRow, "kind" | "subjectId" | "reason" | "proposedBy" | "proposedAt" | "expiresAt"> & { payload: unknown },
): Promise<string | undefined> {
  const row = await tx
    .insertInto("proposals")
    .values({
      kind: proposal.kind,
      subject_id: proposal.subjectId,
      payload: JSON.stringify(proposal.payload),
      reason: proposal.reason,
      proposed_by: proposal.proposedBy ?? null,
      proposed_at: proposal.proposedAt,
      expires_at: proposal.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["kind", "subject_id"]).where("state", "=", sql.lit("open")).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The proposal if it is open. */
export async function findOpenProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  const row = await selectProposals(db).where("id", "=", id).where("state", "=", "open").executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the proposal until the transaction ends. */
export async function lockProposal(tx: Tx, id: string): Promise<ProposalRow | undefined> {
  const row = await selectProposals(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** Open ones first, then the newest. */
export async function listProposalRows(db: Db, kinds: readonly ProposalKind[], limit: number): Promise<ProposalRow[]> {
  const found = await selectProposals(db)
    .where("kind", "in", kinds)
    .orderBy((eb) => eb("state", "=", "open"), "desc")
    .orderBy("proposed_at", "desc")
    .limit(limit)
    .execute();
  return found.map(fromRow);
}

/** Stores the decision. */
export async function endProposal(
  tx: Tx,
  id: string,
  end: { state: Exclude<ProposalState, "open">; by: string | undefined; note: string | undefined; at: Date },
): Promise<void> {
  await tx
    .updateTable("proposals")
    .set({ state: end.state, decided_by: end.by ?? null, note: end.note ?? null, decided_at: end.at })
    .where("id", "=", id)
    .execute();
}

/** The proposal if it was confirmed. */
export async function findConfirmedProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  const row = await selectProposals(db).where("id", "=", id).where("state", "=", "confirmed").executeTakeFirst();
  return row && fromRow(row);
}

/** Replaces the payload of a decided proposal. */
export async function setProposalPayload(db: Db | Tx, id: string, payload: unknown): Promise<void> {
  await db
    .updateTable("proposals")
    .set({ payload: JSON.stringify(payload) })
    .where("id", "=", id)
    .where("state", "!=", "open")
    .execute();
}

/** Removes the personal data of postal cards from batches that were decided before `before`. */
export async function forgetBatches(db: Db | Tx, before: Date): Promise<void> {
  await sql`UPDATE proposals SET payload = jsonb_strip_nulls(jsonb_build_object('cards', payload->'cards', 'done', payload->'done'))
    WHERE kind = 'postal_batch' AND decided_at < ${before} AND (payload ? 'batch' OR payload ? 'left')`.execute(db);
}

/** Locks overdue open proposals. Skips those that are being decided. */
export async function lockExpiredProposals(tx: Tx, now: Date): Promise<ProposalRow[]> {
  const found = await selectProposals(tx)
    .where("state", "=", "open")
    .where("expires_at", "<=", now)
    .forUpdate()
    .skipLocked()
    .execute();
  return found.map(fromRow);
}

/** Whether a person outside `excludedIds` may decide proposals of a kind. */
export async function hasOtherDecider(db: Db | Tx, kind: ProposalKind, excludedIds: readonly string[]): Promise<boolean> {
  let query = db.selectFrom("admin_user").select("id").where("role", "in", rolesWith(PROPOSAL_RIGHTS[kind]));
  if (excludedIds.length > 0) query = query.where("id", "not in", excludedIds);
  return (await query.executeTakeFirst()) !== undefined;
}
