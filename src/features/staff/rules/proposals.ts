/** Actions that need a second member of staff: one proposes, another confirms or refuses. */
import { hasRight, type Right, type Role } from "#features/access/rules/rights.ts";

/**
 * `winner_by_hand`: a winner who was neither drawn nor a reserve. `postal_batch`: many free entries at once.
 * `order_refund`: above the limit. `person_erase`: with open draws. `owner_change`: gives or takes that role.
 */
export const PROPOSAL_KINDS = [
  ...(["winner_by_hand", "postal_batch", "second_factor_reset"] as const),
  ...(["order_refund", "lottery_cancel", "person_erase", "owner_invite", "owner_change"] as const),
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** The right that proposing and deciding need. */
export const PROPOSAL_RIGHTS = {
  winner_by_hand: "winners.write",
  postal_batch: "entries.write",
  second_factor_reset: "people.reset_factor",
  order_refund: "orders.refund",
  lottery_cancel: "lotteries.cancel",
  person_erase: "people.erase",
  owner_invite: "staff.owners",
  owner_change: "staff.owners",
} as const satisfies Record<ProposalKind, Right>;

/** Additionally required to see a proposal, because it shows the same data as this page. */
const SEEN_WITH = {
  winner_by_hand: "winners.read",
  postal_batch: "entries.read",
  second_factor_reset: "people.read",
  order_refund: "orders.read",
  lottery_cancel: "lotteries.read",
  person_erase: "people.read",
  owner_invite: "staff.read",
  owner_change: "staff.read",
} as const satisfies Record<ProposalKind, Right>;

/** Kinds that a role sees and is notified of. */
export function kindsSeenBy(role: Role | undefined): readonly ProposalKind[] {
  return PROPOSAL_KINDS.filter((kind) => hasRight(role, "approvals.read") && hasRight(role, SEEN_WITH[kind]));
}

export type ProposalState = "open" | "confirmed" | "refused" | "withdrawn" | "expired";

const DAYS_OPEN = 7;

/** How long two people of whom one gave the other the role are reported if they approve for each other. */
export const NEWCOMER_MS = 30 * 86_400_000;

/** A proposal is open for seven days. */
export function proposalExpiresAt(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + DAYS_OPEN * 86_400_000);
}

export type Decision = "confirm" | "refuse" | "withdraw";
/** `own`: one's own; `not_own`: another's; `too_new`: the role is younger than the proposal. */
export type DecisionRefusal = "own" | "not_own" | "decided" | "expired" | "note_needed" | "too_new" | "proposer_gone";

/**
 * Why this person may not decide so; undefined if allowed. `by`: the deciding person's id, with their role
 * since `roleSince`.
 */
export function decisionRefusal(
  proposal: {
    readonly state: ProposalState;
    readonly proposedBy: string | undefined;
    readonly proposedAt: Date;
    readonly expiresAt: Date;
  },
  {
    decision,
    by,
    roleSince,
    note,
    now,
  }: { decision: Decision; by: string; roleSince: Date | undefined; note: string; now: Date },
): DecisionRefusal | undefined {
  if (proposal.state === "expired") return "expired";
  if (proposal.state !== "open") return "decided";
  if (now >= proposal.expiresAt) return "expired";
  const isOwn = proposal.proposedBy === by;
  if (decision === "withdraw") return isOwn ? undefined : "not_own";
  if (isOwn) return "own";
  if (decision === "confirm" && roleSince !== undefined && roleSince > proposal.proposedAt) return "too_new";
  return decision === "refuse" && note === "" ? "note_needed" : undefined;
}
