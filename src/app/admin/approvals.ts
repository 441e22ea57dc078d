/** What a confirmed proposal does, by its kind: each feature carries out its own. */
import { z } from "zod";
import type { Actor } from "#features/accounts/server/actor.ts";
import { changeRoleAsProposed } from "#features/accounts/server/change-role.ts";
import { type Deciding, decideProposal } from "#features/accounts/server/decide-proposal.ts";
import { inviteAsProposed } from "#features/accounts/server/invite-staff.ts";
import { findOpen } from "#features/accounts/server/list-proposals.ts";
import type { ProposalRow } from "#features/accounts/server/proposal-store.ts";
import { resetAsProposed } from "#features/accounts/server/reset-second-factor.ts";
import { REPLACEMENT_REASONS } from "#features/draws/rules/replacement.ts";
import { replaceAsProposed } from "#features/draws/server/replace-winner.ts";
import { dropPhoto } from "#features/draws/server/winner-photo.ts";
import type { Cancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { dropPictures } from "#features/lotteries/server/keep-pictures.ts";
import { readDay } from "#features/orders/rules/postal-card.ts";
import { cancelAsProposed } from "#features/orders/server/cancel-lottery.ts";
import { eraseAsProposed, prepareErasure } from "#features/orders/server/delete-user.ts";
import type { KeptBatch } from "#features/orders/server/key-in-batch.ts";
import { refundAsProposed } from "#features/orders/server/refund-order.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ok } from "#shared/result.ts";
import { CANCEL_REASONS } from "#shared/states.ts";

const byHand = z.object({
  ticketNumber: z.int().min(1),
  reason: z.object({ code: z.enum(REPLACEMENT_REASONS), text: z.string(), textFr: z.string().optional() }),
});

/** A winner chosen by hand, as it was proposed. Throws for what is none. */
export function readByHand(payload: unknown) {
  const { ticketNumber, reason } = byHand.parse(payload);
  return { ticketNumber, reason: { ...reason, textFr: reason.textFr } };
}

const cancellation = z.object({
  reason: z.enum(CANCEL_REASONS),
  note: z.object({ en: z.string(), fr: z.string().optional() }).optional(),
});

/** Calling off, as it was proposed. Throws for what is none. */
export function readCancellation(payload: unknown): Cancellation {
  const { reason, note } = cancellation.parse(payload);
  return { reason, note: note && { en: note.en, fr: note.fr } };
}

/** What is known of a batch of postal entries. */
export function readBatch(payload: unknown) {
  const { cards, batch, done, left } = payload as KeptBatch;
  const receivedOn = (batch && readDay(batch.receivedOn)) || undefined;
  return { cards, lines: batch?.text, receivedOn, another: batch?.another ?? [], done, left };
}

/** Decides, and does what was proposed where it is confirmed; cards are keyed in by a job. */
export async function decide(ctx: Ctx, actor: Actor, deciding: Deciding) {
  const undone: { photoUrl: string | undefined; pictures: readonly string[] } = { photoUrl: undefined, pictures: [] };
  const wanted = deciding.decision === "confirm" ? await findOpen(ctx, deciding.id) : undefined;
  if (wanted?.kind === "person_erase" && actor.kind === "admin" && wanted.proposedBy !== actor.id)
    await prepareErasure(ctx, actor, wanted.subjectId);
  const decided = await decideProposal(ctx, actor, deciding, async (tx, proposal: ProposalRow) => {
    const { id, kind, subjectId, payload } = proposal;
    switch (kind) {
      case "postal_batch":
        await ctx.jobs.send(tx, "postal-batch", { proposalId: id });
        return ok();
      case "second_factor_reset":
        return resetAsProposed(ctx, tx, actor, proposal);
      case "order_refund":
        return refundAsProposed(ctx, tx, actor, proposal);
      case "lottery_cancel":
        return cancelAsProposed(ctx, tx, actor, { id, subjectId, why: readCancellation(payload) });
      case "owner_invite":
        return inviteAsProposed(ctx, tx, actor, proposal);
      case "owner_change":
        return changeRoleAsProposed(ctx, tx, actor, proposal);
      case "person_erase": {
        const erased = await eraseAsProposed(ctx, tx, actor, proposal);
        if (erased.ok) undone.pictures = erased.value;
        return erased;
      }
      case "winner_by_hand": {
        const replaced = await replaceAsProposed(ctx, tx, actor, { id, lotteryId: subjectId, ...readByHand(payload) });
        if (replaced.ok) undone.photoUrl = replaced.value.photoUrl;
        return replaced;
      }
    }
  });
  // Files go once it is certain.
  if (decided.ok) {
    await dropPhoto(ctx, undone.photoUrl);
    await dropPictures(ctx, undone.pictures);
  }
  return decided;
}

/** Why a proposal was not decided; `failed` where something broke. */
export type DecisionError = Extract<Awaited<ReturnType<typeof decide>>, { ok: false }>["error"] | "failed";
