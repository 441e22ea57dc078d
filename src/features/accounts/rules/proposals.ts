/** Two pairs of eyes: what one administrator proposes, a second one confirms or refuses within a week. */

import type { Right } from "./rights.ts";

/** `winner_by_hand`: a winner who was neither drawn nor a reserve; `postal_batch`: many free entries at once; `second_factor_reset`: a person who lost app and codes. */
export const PROPOSAL_KINDS = ["winner_by_hand", "postal_batch", "second_factor_reset"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Whoever proposes or decides must be allowed to do it. */
export const PROPOSAL_RIGHTS = {
  winner_by_hand: "winners.write",
  postal_batch: "entries.write",
  second_factor_reset: "people.reset_factor",
} as const satisfies Record<ProposalKind, Right>;

export type ProposalState = "open" | "confirmed" | "refused" | "withdrawn" | "expired";

const DAYS_OPEN = 7;

export function proposalExpiresAt(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + DAYS_OPEN * 86_400_000);
}

export type Decision = "confirm" | "refuse" | "withdraw";
/** `own`: nobody confirms or refuses what they proposed; `not_own`: nobody withdraws what others did. */
export type DecisionRefusal = "own" | "not_own" | "decided" | "expired" | "note_needed";

/**
 * Why somebody may not decide so; undefined where they may.
 *
 * @param proposal.proposedBy undefined where the command line proposed it: any administrator is a second pair of eyes then
 */
export function decisionRefusal(
  proposal: { readonly state: ProposalState; readonly proposedBy: string | undefined; readonly expiresAt: Date },
  { decision, by, note, now }: { decision: Decision; by: string; note: string; now: Date },
): DecisionRefusal | undefined {
  if (proposal.state === "expired") return "expired";
  if (proposal.state !== "open") return "decided";
  if (now >= proposal.expiresAt) return "expired";
  const isOwn = proposal.proposedBy === by;
  if (decision === "withdraw") return isOwn ? undefined : "not_own";
  if (isOwn) return "own";
  return decision === "refuse" && note === "" ? "note_needed" : undefined;
}
