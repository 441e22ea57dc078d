import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { findRoleSince, hasGivenRole } from "#features/access/server/admin-store.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
/** A second administrator decides a proposal, or the proposer withdraws it. Undecided ones expire. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type Decision, type DecisionRefusal, decisionRefusal, NEWCOMER_MS, PROPOSAL_RIGHTS } from "../../rules/proposals.ts";
import { deleteInvitation } from "../team/invitation-store.ts";
import { mailDecision } from "../team/mail-staff.ts";
import { endProposal, forgetBatches, lockExpiredProposals, lockProposal, type ProposalRow } from "./proposal-store.ts";

/** `note`: for the proposer, required to refuse. */
export type Deciding = { readonly id: string; readonly decision: Decision; readonly note: string };

/** Carries out a proposal in the transaction of its confirmation. An error leaves the proposal open. */
export type ApplyProposal<E extends string> = (tx: Tx, proposal: ProposalRow) => Promise<Result<unknown, E>>;

const ENDS = { confirm: "confirmed", refuse: "refused", withdraw: "withdrawn" } as const;

/**
 * Confirms, refuses or withdraws. A confirmation carries the proposal out. `forbidden` for all but
 * administrators, the command line too.
 */
export async function decideProposal<E extends string>(
  ctx: Pick<Ctx, "db" | "env" | "jobs" | "log" | "now">,
  actor: Actor,
  deciding: Deciding,
  applyProposal: ApplyProposal<E>,
): Promise<Result<ProposalRow, ReauthRefusal | "not_found" | DecisionRefusal | E>> {
  if (actor.kind !== "admin") return err("forbidden");
  const reauth = await requireReauth(ctx, actor, "approvals.read");
  if (!reauth.ok) return reauth;
  if (!isUuid(deciding.id)) return err("not_found");
  const { decision } = deciding;
  const note = deciding.note.trim().slice(0, 500);
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const proposal = await lockProposal(tx, deciding.id);
      if (!proposal) return err("not_found");
      // On the transaction's connection: another one could deadlock with callers that wait for this row.
      const txCtx = { ...ctx, db: tx };
      if (!(await may(txCtx, actor, PROPOSAL_RIGHTS[proposal.kind]))) return err("forbidden");
      const now = ctx.now();
      const roleSince = await findRoleSince(tx, actor.id);
      const refusal = decisionRefusal(proposal, { decision, by: actor.id, roleSince, note, now });
      if (refusal) return err(refusal);
      if (decision === "confirm" && (await isProposerGone(txCtx, proposal))) return err("proposer_gone");
      await end(tx, proposal, { state: ENDS[decision], by: actor.id, note: note || undefined, at: now });
      await recordChange(tx, {
        actor,
        action: `proposal.${decision}`,
        subjectType: "proposal",
        subjectId: proposal.id,
        before: { state: "open" },
        after: { state: ENDS[decision], kind: proposal.kind, subject_id: proposal.subjectId },
        reason: note || undefined,
        at: now,
      });
      if (decision !== "withdraw") await mailDecision(ctx, tx, { ...proposal, state: ENDS[decision], by: actor.id });
      if (decision !== "confirm") return ok(proposal);
      if (await hasOneAppointedTheOther(tx, proposal, actor.id, now))
        await raiseAlert(tx, { kind: "approval_by_newcomer", subject: { type: "shop", id: proposal.id }, at: now });
      const done = await applyProposal(tx, proposal);
      if (!done.ok) throw new RolledBack(done.error);
      return ok(proposal);
    });
  } catch (error) {
    if (error instanceof RolledBack) return err(error.refusal as E);
    throw error;
  }
}

type TxContext = Pick<Ctx, "env" | "log"> & { readonly db: Tx };

/** Whether the proposer has lost the right in the meantime. Invitations check that themselves. */
async function isProposerGone(ctx: TxContext, { kind, proposedBy }: ProposalRow): Promise<boolean> {
  if (proposedBy === undefined || kind === "owner_invite") return false;
  return !(await may(ctx, { kind: "admin", id: proposedBy }, PROPOSAL_RIGHTS[kind]));
}

/** Whether one of the two recently gave the other a role: they may be the same person. */
async function hasOneAppointedTheOther(tx: Tx, { proposedBy }: ProposalRow, by: string, now: Date): Promise<boolean> {
  if (proposedBy === undefined) return false;
  const since = new Date(now.getTime() - NEWCOMER_MS);
  return (await hasGivenRole(tx, proposedBy, by, since)) || (await hasGivenRole(tx, by, proposedBy, since));
}

/** Ends the proposal and deletes what is no longer needed. */
async function end(tx: Tx, { id, kind, subjectId }: ProposalRow, how: Parameters<typeof endProposal>[2]): Promise<void> {
  await endProposal(tx, id, how);
  if (kind === "owner_invite" && how.state !== "confirmed") await deleteInvitation(tx, subjectId);
  if (how.state !== "confirmed") await forgetBatches(tx, new Date(how.at.getTime() + 1));
  await withdrawAlert(tx, { kind: "approval_needed", subject: { type: "shop", id }, at: how.at });
}

/** Thrown to roll a confirmation back. `refusal`: why it could not be carried out. */
class RolledBack extends Error {
  readonly refusal: string;
  constructor(refusal: string) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** How long rejected cards of a confirmed batch can still be corrected. */
const CORRECTION_MS = 7 * 86_400_000;

/** Expires overdue proposals and deletes leftovers of batches. Any number of processes may call it. */
export async function expireProposals(ctx: Pick<Ctx, "db" | "jobs" | "now">): Promise<void> {
  const now = ctx.now();
  await forgetBatches(ctx.db, new Date(now.getTime() - CORRECTION_MS));
  await ctx.db.transaction().execute(async (tx) => {
    for (const proposal of await lockExpiredProposals(tx, now)) {
      const { id, kind } = proposal;
      await end(tx, proposal, { state: "expired", by: undefined, note: undefined, at: now });
      await recordChange(tx, {
        actor: { kind: "clock" },
        action: "proposal.expire",
        subjectType: "proposal",
        subjectId: id,
        before: { state: "open" },
        after: { state: "expired", kind },
        at: now,
      });
      await mailDecision(ctx, tx, { ...proposal, state: "expired", by: undefined });
    }
  });
}
