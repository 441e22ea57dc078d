import { hasRight, type Right, type Role } from "./rights.ts";

/**
 * `winner_by_hand`: a winner who was neither drawn nor a reserve; `postal_batch`: many free entries at once; `second_factor_reset`: a person who lost app
 * and codes; `order_refund`: more money than one gives back alone; `person_erase`: with tickets in draws to come; `owner_invite` and `owner_change`: who
 * becomes an owner, or no longer is one.
 */
export const PROPOSAL_KINDS = [
  ...(["winner_by_hand", "postal_batch", "second_factor_reset"] as const),
  ...(["order_refund", "lottery_cancel", "person_erase", "owner_invite", "owner_change"] as const),
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Whoever proposes or decides must be allowed to do it. */
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

/** Whoever sees it besides: a proposal shows what the page behind it shows. */
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

/** What somebody sees of proposals, and is told that it waits. */
export function kindsSeenBy(role: Role | undefined): readonly ProposalKind[] {
  return PROPOSAL_KINDS.filter((kind) => hasRight(role, "approvals.read") && hasRight(role, SEEN_WITH[kind]));
}

export type ProposalState = "open" | "confirmed" | "refused" | "withdrawn" | "expired";

const DAYS_OPEN = 7;

/** So long whoever gave somebody their role is no second person that nobody hears of. */
export const NEWCOMER_MS = 30 * 86_400_000;

export function proposalExpiresAt(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + DAYS_OPEN * 86_400_000);
}

export type Decision = "confirm" | "refuse" | "withdraw";
/** `own`: one's own; `not_own`: another's; `too_new`: the role is younger than the proposal; `proposer_gone`: no right. */
export type DecisionRefusal = "own" | "not_own" | "decided" | "expired" | "note_needed" | "too_new" | "proposer_gone";

/** Why somebody may not decide so; undefined where they may. */
export function decisionRefusal(
  proposal: {
    readonly state: ProposalState;
    readonly proposedBy: string | undefined;
    readonly proposedAt: Date;
    readonly expiresAt: Date;
  },
  { decision, by, since, note, now }: { decision: Decision; by: string; since: Date | undefined; note: string; now: Date },
): DecisionRefusal | undefined {
  if (proposal.state === "expired") return "expired";
  if (proposal.state !== "open") return "decided";
  if (now >= proposal.expiresAt) return "expired";
  const isOwn = proposal.proposedBy === by;
  if (decision === "withdraw") return isOwn ? undefined : "not_own";
  if (isOwn) return "own";
  if (decision === "confirm" && since !== undefined && since > proposal.proposedAt) return "too_new";
  return decision === "refuse" && note === "" ? "note_needed" : undefined;
}
