/** How far refunds are, and what they make of their order. Pure: the provider is asked and the rows are locked elsewhere. */
import { type Pence, pence } from "#shared/money.ts";

/**
 * - `due`: owed, and not known to have been sent.
 * - `pending`, `requires_action`: the provider has taken it over; the latter waits for somebody to do something there.
 * - `succeeded`: it has gone through. The card's bank may still send it back, then it has failed.
 * - `failed`, `cancelled`: the money is at the shop's again.
 */
export type RefundState = "due" | "pending" | "requires_action" | "succeeded" | "failed" | "cancelled";

const STEPS: Readonly<Record<RefundState, number>> = {
  due: 0,
  pending: 1,
  requires_action: 1,
  succeeded: 2,
  failed: 3,
  cancelled: 3,
};

/** What the provider tells comes in any order: a refund only ever goes on, and what has failed stays so. */
export function goesOn(from: RefundState, to: RefundState): boolean {
  return from !== to && STEPS[from] < 3 && STEPS[to] >= STEPS[from];
}

export function isOnTheWay(state: RefundState): boolean {
  return STEPS[state] === 1;
}

export function hasFailed(state: RefundState): boolean {
  return STEPS[state] === 3;
}

/** What has arrived, and what is on its way; what is owed beside stands in the order. */
export type RefundSums = { readonly refunded: Pence; readonly returning: Pence };

export function sumRefunds(refunds: readonly { readonly state: RefundState; readonly amount: Pence }[]): RefundSums {
  const sum = (of: (state: RefundState) => boolean) =>
    pence(refunds.reduce((total, { state, amount }) => total + (of(state) ? amount : 0), 0));
  return { refunded: sum((state) => state === "succeeded"), returning: sum(isOnTheWay) };
}

type RefundedOrder = { readonly state: "paid" | "refund_due" | "refunded"; readonly captured: Pence };

/**
 * What an order is once its refunds come to this. A paid one ends with the last penny on its way, where its tickets `mayLeave`; it is
 * refunded when all has arrived, and not a moment longer than that holds.
 */
export function stateAfterRefunds(
  { state, captured }: RefundedOrder,
  sums: RefundSums,
  mayLeave: boolean,
): RefundedOrder["state"] {
  if (state === "paid" && !(isAllOut(captured, sums) && mayLeave)) return "paid";
  return sums.refunded === captured ? "refunded" : "refund_due";
}

/** Whether all that was taken has arrived or is on its way. */
export function isAllOut(captured: Pence, { refunded, returning }: RefundSums): boolean {
  return captured > 0 && refunded + returning === captured;
}
