/** What a bank's word about a payment means for the shop: where a dispute stands, and how many tickets are at stake. */
import { type Pence, pence } from "#shared/money.ts";
import type { DisputeStanding } from "#shared/states.ts";

/** Source of the statuses: docs.stripe.com/api/disputes/object. One that is not known yet is taken for open: it harms least. */
export function standingOf({ status, withdrawn }: { readonly status: string; readonly withdrawn: Pence }): DisputeStanding {
  if (status === "won" || status === "lost") return status;
  if (status === "warning_closed") return "closed";
  if (status.startsWith("warning_")) return "inquiry";
  if (status === "prevented") return withdrawn > 0 ? "lost" : "closed";
  // An appeal against a decision that was lost: until it is won, the bank keeps the money.
  return status.startsWith("appeal_") ? "lost" : "open";
}

export function isOver(standing: DisputeStanding): boolean {
  return standing === "won" || standing === "lost" || standing === "closed";
}

export type DisputedOrder = {
  readonly quantity: number;
  readonly captured: Pence;
  readonly refunded: Pence;
};
export type Claim = { readonly standing: DisputeStanding; readonly amount: Pence };

export type AtStake = {
  readonly disputed: Pence;
  readonly chargedBack: Pence;
  /** How many tickets, counted from the last number of the order, are suspended or void, and how many of these are void. */
  readonly suspended: number;
  readonly void: number;
};

/** Several disputes of one order add up. A part of the price takes as many tickets as it does not pay for any more: begun ones whole. */
export function atStake(order: DisputedOrder, claims: readonly Claim[]): AtStake {
  const sum = (standing: DisputeStanding) =>
    claims.filter((claim) => claim.standing === standing).reduce((total, { amount }) => total + amount, 0);
  const lost = Math.min(sum("lost"), order.captured);
  const open = Math.min(sum("open"), order.captured - lost);
  return {
    disputed: pence(open),
    chargedBack: pence(lost),
    suspended: ticketsFor(order, lost + open),
    void: ticketsFor(order, lost),
  };
}

function ticketsFor({ quantity, captured, refunded }: DisputedOrder, taken: number): number {
  if (taken <= 0) return 0;
  return taken + refunded >= captured ? quantity : Math.ceil((taken * quantity) / captured);
}
