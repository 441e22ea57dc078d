/** What a confirmed proposal does, by its kind: each feature carries out its own. A new kind is one line here. */
import { z } from "zod";
import type { Actor } from "#features/accounts/server/actor.ts";
import type { Deciding } from "#features/accounts/server/decide-proposal.ts";
import { decideProposal } from "#features/accounts/server/decide-proposal.ts";
import type { ProposalRow } from "#features/accounts/server/proposal-store.ts";
import { resetAsProposed } from "#features/accounts/server/reset-second-factor.ts";
import { REPLACEMENT_REASONS } from "#features/draws/rules/replacement.ts";
import { replaceAsProposed } from "#features/draws/server/replace-winner.ts";
import { dropPhoto } from "#features/draws/server/winner-photo.ts";
import type { KeptBatch } from "#features/orders/server/key-in-batch.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ok } from "#shared/result.ts";

const byHand = z.object({
  ticketNumber: z.int().min(1),
  reason: z.object({ code: z.enum(REPLACEMENT_REASONS), text: z.string(), textFr: z.string().optional() }),
});

/** A winner chosen by hand, as it was proposed. Throws for what is none. */
export function readByHand(payload: unknown) {
  const { ticketNumber, reason } = byHand.parse(payload);
  return { ticketNumber, reason: { ...reason, textFr: reason.textFr } };
}

/** What is known of a batch of postal entries. */
export function readBatch(payload: unknown) {
  const { cards, batch, done, left } = payload as KeptBatch;
  return { cards, lines: batch?.text, done, left };
}

/** Decides, and does what was proposed where it is confirmed; cards are keyed in by a job. */
export async function decide(ctx: Ctx, actor: Actor, deciding: Deciding) {
  let photoUrl: string | undefined;
  const decided = await decideProposal(ctx, actor, deciding, async (tx, proposal: ProposalRow) => {
    if (proposal.kind === "postal_batch") {
      await ctx.jobs.send(tx, "postal-batch", { proposalId: proposal.id });
      return ok();
    }
    if (proposal.kind === "second_factor_reset") return resetAsProposed(ctx, tx, actor, proposal.subjectId);
    const replaced = await replaceAsProposed(ctx, tx, actor, { lotteryId: proposal.subjectId, ...readByHand(proposal.payload) });
    if (!replaced.ok) return replaced;
    photoUrl = replaced.value.photoUrl;
    return ok();
  });
  if (decided.ok && deciding.decision === "confirm") await dropPhoto(ctx, photoUrl);
  return decided;
}
