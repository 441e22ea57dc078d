/** The standing of a dispute, and how many tickets are at stake. */
import { type Pence, pence } from "#shared/money/money.ts";
import type { DisputeStanding } from "#shared/states.ts";

/**
 * The standing that follows from a provider's status. Statuses: docs.stripe.com/api/disputes/object; unknown
 * ones count as open, which harms least. `withdrawn`: what the bank has taken.
 */
export function standingOf({ status, withdrawn }: { readonly status: string; readonly withdrawn: Pence }): DisputeStanding {
  if (status === "won" || status === "lost") return status;
  if (status === "warning_closed") return "closed";
  if (status.startsWith("warning_")) return "inquiry";
  if (status === "prevented") return withdrawn > 0 ? "lost" : "closed";
  // An appeal against a lost decision: until it is won, the bank keeps the money.
  return status.startsWith("appeal_") ? "lost" : "open";
}

/** Whether the bank has decided, or asks no longer. */
export function isOver(standing: DisputeStanding): boolean {
  return standing === "won" || standing === "lost" || standing === "closed";
}

/**
 * A paid order: its tickets, those that left it with a partial refund, and the pence that were paid and
 * refunded.
 */
export type DisputedOrder = {
  readonly quantity: number;
  readonly ticketsRefunded: number;
  readonly captured: Pence;
  readonly refunded: Pence;
};
/** A dispute of the order, and its amount. */
export type Claim = { readonly standing: DisputeStanding; readonly amount: Pence };

/** What disputes take from an order, in pence: undecided (`disputed`) and lost (`chargedBack`). */
export type AtStake = {
  readonly disputed: Pence;
  readonly chargedBack: Pence;
  /** Tickets out of the draw: those that partial refunds took, then others from the order's last one on. */
  readonly takenOut: number;
  /** How many of these are void. */
  readonly void: number;
};

/**
 * The tickets that `takenPence` of the price paid for, rounded up, besides refunded ones; all of them if
 * nothing of the price is left.
 */
function ticketsFor({ quantity, ticketsRefunded, captured, refunded }: DisputedOrder, takenPence: number): number {
  if (takenPence <= 0) return ticketsRefunded;
  if (takenPence + refunded >= captured) return quantity;
  return Math.min(quantity, ticketsRefunded + Math.ceil((takenPence * quantity) / captured));
}

/** Sums the disputes of an order, up to its price. Lost ones come first: their tickets are void. */
export function atStake(order: DisputedOrder, claims: readonly Claim[]): AtStake {
  const sum = (standing: DisputeStanding) =>
    claims.filter((claim) => claim.standing === standing).reduce((total, { amount }) => total + amount, 0);
  const lost = Math.min(sum("lost"), order.captured);
  const open = Math.min(sum("open"), order.captured - lost);
  return {
    disputed: pence(open),
    chargedBack: pence(lost),
    takenOut: ticketsFor(order, lost + open),
    void: ticketsFor(order, lost),
  };
}
