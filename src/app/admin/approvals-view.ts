/** What waits for a second person, as the page shows it: each with the draw, the person or the order that it is about. */
import { readRoleChange } from "#features/accounts/server/change-role.ts";
import { listContacts } from "#features/accounts/server/list-contacts.ts";
import type { ListedProposal } from "#features/accounts/server/list-proposals.ts";
import { listInvited } from "#features/accounts/server/list-staff.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { ProposedErasure } from "#features/orders/server/delete-user.ts";
import type { ProposedRefund } from "#features/orders/server/refund-order.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Approval } from "./approval.ts";
import { readBatch, readByHand, readCancellation } from "./approvals.ts";

/** @param viewer whose own proposals are theirs to withdraw */
export async function describeProposals(
  ctx: Ctx,
  proposals: readonly ListedProposal[],
  viewer: string,
): Promise<readonly Approval[]> {
  const subjects = [...new Set(proposals.map(({ subjectId }) => subjectId))];
  const [draws, people, invited] = await Promise.all([
    listLotteriesById(ctx, subjects),
    listContacts(ctx, subjects),
    listInvited(ctx),
  ]);
  return proposals.map(({ payload, proposedBy, decidedBy: _, kind, subjectId, ...proposal }) => {
    const draw = draws.get(subjectId);
    const person = people.get(subjectId);
    const found = { person: person ? `${person.firstName} ${person.lastName}`.trim() : "", email: invited.get(subjectId)?.email };
    return {
      ...proposal,
      isOwn: proposedBy === viewer,
      about: draw && { id: draw.id, title: draw.title, shortNumber: draw.shortNumber },
      what: whatOf({ kind, subjectId, payload }, found),
    };
  });
}

function whatOf(
  { kind, subjectId, payload }: Pick<ListedProposal, "kind" | "subjectId" | "payload">,
  { person: name, email }: { person: string; email: string | undefined },
): Approval["what"] {
  switch (kind) {
    case "postal_batch":
      return { kind, ...readBatch(payload) };
    case "winner_by_hand": {
      const { ticketNumber, reason } = readByHand(payload);
      return { kind, ticketNumber, reasonCode: reason.code };
    }
    case "second_factor_reset":
      return { kind, userId: subjectId, name };
    case "order_refund": {
      const { amount, orderNumber } = payload as ProposedRefund;
      return { kind, orderId: subjectId, orderNumber, amount };
    }
    case "person_erase": {
      const { tickets, amount } = payload as ProposedErasure;
      return { kind, userId: subjectId, name, tickets, amount };
    }
    case "owner_invite":
      return { kind, email };
    case "owner_change":
      return { kind, userId: subjectId, name, ...readRoleChange(payload) };
    case "lottery_cancel":
      return { kind, cancellation: Object.keys(payload as object).length > 0 ? readCancellation(payload) : undefined };
  }
}
