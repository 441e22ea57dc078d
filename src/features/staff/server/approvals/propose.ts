/** Proposes an action that needs a second member of staff. */
import { type Actor, adminIdOf, recordChange } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type ProposalKind, proposalExpiresAt } from "../../rules/proposals.ts";
import { mailProposal } from "../team/mail-staff.ts";
import { hasOpenProposal, hasOtherDecider, insertProposal } from "./proposal-store.ts";

export type Proposing = {
  readonly kind: ProposalKind;
  readonly subjectId: string;
  readonly payload: unknown;
  readonly reason: string;
};

/** Whether another person could confirm. If so, the actor may not act without approval. */
export async function needsSecondAdmin(db: Db | Tx, actor: Actor, kind: ProposalKind): Promise<boolean> {
  return hasOtherDecider(db, kind, actor.kind === "admin" ? [actor.id] : []);
}

/** Whether a proposal of this kind for the subject waits for a decision. */
export async function isProposed(tx: Tx, kind: ProposalKind, subjectId: string): Promise<boolean> {
  return hasOpenProposal(tx, kind, subjectId);
}

/**
 * Stores a proposal and mails those who may decide. Call it in the transaction that has checked and locked
 * the subject.
 */
export async function propose(
  ctx: Pick<Ctx, "jobs" | "now">,
  tx: Tx,
  actor: Actor,
  { kind, subjectId, payload, reason }: Proposing,
): Promise<Result<{ proposalId: string }, "already_proposed">> {
  // Checked first: the insert would wait for a concurrent decision, which waits for this transaction.
  if (await isProposed(tx, kind, subjectId)) return err("already_proposed");
  const proposedAt = ctx.now();
  const proposedBy = adminIdOf(actor);
  const expiresAt = proposalExpiresAt(proposedAt);
  const id = await insertProposal(tx, { kind, subjectId, payload, reason, proposedBy, proposedAt, expiresAt });
  if (id === undefined) return err("already_proposed");
  await recordChange(tx, {
    actor,
    action: "proposal.make",
    subjectType: "proposal",
    subjectId: id,
    after: { kind, subject_id: subjectId },
    reason,
    at: proposedAt,
  });
  await raiseAlert(tx, { kind: "approval_needed", subject: { type: "shop", id }, at: proposedAt, isMailed: true });
  await mailProposal(ctx, tx, actor, { id, kind });
  return ok({ proposalId: id });
}
