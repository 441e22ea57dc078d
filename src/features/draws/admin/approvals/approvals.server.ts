/** Carries out a confirmed proposal with the use-case of the feature that it belongs to. */
import type { Actor } from "#features/access/server/actor.ts";
import { dropPictures } from "#features/lotteries/server/pictures/store-pictures.ts";
import { eraseAsProposed } from "#features/orders/server/players/delete-user.ts";
import { endHoldsOf } from "#features/orders/server/players/erase-user.ts";
import { cancelAsProposed } from "#features/orders/server/refunds/cancel-lottery.ts";
import { refundAsProposed } from "#features/orders/server/refunds/refund-order.ts";
import { type Deciding, decideProposal } from "#features/staff/server/approvals/decide-proposal.ts";
import { findOpen } from "#features/staff/server/approvals/list-proposals.ts";
import type { ProposalRow } from "#features/staff/server/approvals/list-proposals.ts";
import { changeRoleAsProposed } from "#features/staff/server/team/change-role.ts";
import { inviteAsProposed } from "#features/staff/server/team/invite-staff.ts";
import { resetAsProposed } from "#features/staff/server/team/reset-second-factor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok } from "#shared/result.ts";
import { replaceAsProposed } from "../../server/winners/replace-winner.ts";
import { dropPhoto } from "../../server/winners/winner-photo.ts";
import { readProposed } from "./proposed.server.ts";

/** Decides a proposal, and carries it out if confirmed. `unreadable`: written by another version. */
export async function decide(ctx: Ctx, actor: Actor, deciding: Deciding) {
  /** The files that the change left without an owner. */
  const filesToDelete: { photoUrl: string | undefined; pictures: readonly string[] } = { photoUrl: undefined, pictures: [] };
  const applyProposal = async (tx: Tx, proposal: ProposalRow, { isDryRun = false } = {}) => {
    const { id, subjectId, reason } = proposal;
    const proposed = readProposed(proposal);
    if (!proposed) return err("unreadable");
    const about = { id, subjectId, reason };
    switch (proposed.kind) {
      case "postal_batch":
        await ctx.jobs.send(tx, "postal-batch", { proposalId: id });
        return ok();
      case "second_factor_reset":
        return resetAsProposed(ctx, tx, actor, about);
      case "order_refund":
        return refundAsProposed(ctx, tx, actor, { ...about, ...proposed });
      case "lottery_cancel":
        return cancelAsProposed(ctx, tx, actor, { ...about, ...proposed });
      case "owner_invite":
        return inviteAsProposed(ctx, tx, actor, about);
      case "owner_change":
        return changeRoleAsProposed(ctx, tx, actor, { ...about, ...proposed });
      case "person_erase": {
        const erased = await eraseAsProposed(ctx, tx, actor, { ...about, ...proposed, isDryRun });
        if (erased.ok) filesToDelete.pictures = erased.value;
        return erased;
      }
      case "winner_by_hand": {
        const replaced = await replaceAsProposed(ctx, tx, actor, { id, lotteryId: subjectId, ...proposed });
        if (replaced.ok) filesToDelete.photoUrl = replaced.value.photoUrl;
        return replaced;
      }
    }
  };
  const proposal = deciding.decision === "confirm" ? await findOpen(ctx, deciding.id) : undefined;
  if (proposal?.kind === "person_erase") {
    // The person's open payment pages are ended only if the erasure would be allowed.
    const dryRun = () => decideProposal(ctx, actor, deciding, (tx, row) => applyProposal(tx, row, { isDryRun: true }));
    const refused = await endHoldsOf(ctx, proposal.subjectId, dryRun);
    if (refused) return refused;
  }
  const decided = await decideProposal(ctx, actor, deciding, (tx, row) => applyProposal(tx, row));
  // Delete files only after the commit.
  if (decided.ok) {
    await dropPhoto(ctx, filesToDelete.photoUrl);
    await dropPictures(ctx, filesToDelete.pictures);
  }
  return decided;
}

/** Why a decision was refused; `failed`: an unexpected error, which was logged. */
export type DecisionError = Extract<Awaited<ReturnType<typeof decide>>, { ok: false }>["error"] | "failed";
