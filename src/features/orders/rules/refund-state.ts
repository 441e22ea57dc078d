/** States of refunds, and the state of an order that follows from them. */
import { type Pence, pence } from "#shared/money/money.ts";
import { type BoughtState, REFUND_CAUSES, type RefundCause, type RefundReason, type RefundState } from "#shared/states.ts";

/** The order in which a refund passes its states. */
const STEPS: Readonly<Record<RefundState, number>> = {
  due: 0,
  pending: 1,
  requires_action: 1,
  succeeded: 2,
  failed: 3,
  cancelled: 3,
};

/**
 * Whether a report moves a refund on. Reports come in any order, so it never moves back, and failed ones
 * stay failed.
 */
export function canMoveTo(from: RefundState, to: RefundState): boolean {
  return from !== to && STEPS[from] < 3 && STEPS[to] >= STEPS[from];
}

/** Sent to the provider, and not done yet. */
export function isOnTheWay(state: RefundState): boolean {
  return STEPS[state] === 1;
}

/** Failed or cancelled: the money is still owed. */
export function hasFailed(state: RefundState): boolean {
  return STEPS[state] === 3;
}

/** As shown to the buyer; undefined while it is only owed. */
export type RefundStage = "pending" | "done" | "failed";

/** The stage of a state. */
export function stageOf(state: RefundState): RefundStage | undefined {
  return ([undefined, "pending", "done", "failed"] as const)[STEPS[state]];
}

/** Refunded, and on its way back. */
export type RefundSums = { readonly refunded: Pence; readonly returning: Pence };

/** Sums the refunds of an order. */
export function sumRefunds(refunds: readonly { readonly state: RefundState; readonly amount: Pence }[]): RefundSums {
  const sum = (counts: (state: RefundState) => boolean) =>
    pence(refunds.reduce((total, { state, amount }) => total + (counts(state) ? amount : 0), 0));
  return { refunded: sum((state) => state === "succeeded"), returning: sum(isOnTheWay) };
}

/** A paid order; `chargedBack`: the part that banks have kept. */
export type BoughtOrder = {
  readonly state: BoughtState;
  readonly captured: Pence;
  readonly chargedBack: Pence;
};

/**
 * What is left of the payment, and owed if the order has ended. Never negative, although refund and dispute
 * may overlap.
 */
export function leftOf({ captured, chargedBack }: Omit<BoughtOrder, "state">, { refunded, returning }: RefundSums): Pence {
  return pence(Math.max(0, captured - refunded - returning - chargedBack));
}

/** Whether nothing is left of the payment. */
export function isFullyReturned(order: Omit<BoughtOrder, "state">, sums: RefundSums): boolean {
  return order.captured > 0 && leftOf(order, sums) === 0;
}

/**
 * The order's state. A paid order ends when its last penny is refunded or on its way.
 * @param mayLeave the draw permits that its tickets leave; otherwise the order stays paid
 */
export function stateAfterRefunds(order: BoughtOrder, sums: RefundSums, mayLeave: boolean): BoughtOrder["state"] {
  if (order.state === "paid" && !(isFullyReturned(order, sums) && mayLeave)) return "paid";
  if (sums.refunded >= order.captured) return "refunded";
  return sums.refunded + order.chargedBack >= order.captured ? "charged_back" : "refund_due";
}

/** The payment bought nothing, so it was refunded at once. */
export function isAtOnce(cause: RefundCause): boolean {
  return REFUND_CAUSES[cause] === "at_once";
}

/** A refund that staff made of some tickets or of an amount. */
export function isPartial(cause: RefundCause): boolean {
  return REFUND_CAUSES[cause] === "part";
}

/** What a refund that is still due sends: a partial one its amount, any other one all that is left. */
export function amountDue(due: { readonly reason: RefundCause; readonly amount: Pence }, left: Pence): Pence {
  return isPartial(due.reason) ? pence(Math.min(due.amount, left)) : left;
}

type MadeRefund = { readonly reason: RefundCause; readonly state: RefundState; readonly isReplaced: boolean };

/** The partial refunds that failed and were not sent again. */
export function failedParts<R extends MadeRefund>(refunds: readonly R[]): readonly R[] {
  return refunds.filter(({ reason, state, isReplaced }) => isPartial(reason) && hasFailed(state) && !isReplaced);
}

/** What failed partial refunds still owe the buyer of a paid order. */
export function partsOwed(refunds: readonly (MadeRefund & { readonly amount: Pence })[], left: Pence): Pence {
  return pence(
    Math.min(
      left,
      failedParts(refunds).reduce((sum, { amount }) => sum + amount, 0),
    ),
  );
}

/** Providers give whole seconds, and their clocks differ from the shop's. */
const CLOCK_TOLERANCE_MS = 5_000;

type OwedRefund = MadeRefund & {
  readonly amount: Pence;
  readonly createdAt: Date;
  readonly requestKey: string | undefined;
};

/** A refund that is sent again has no request key. It is owed since the failed ones it replaces were made. */
function owedSince({ createdAt, requestKey }: OwedRefund, refunds: readonly OwedRefund[]): number {
  const replaced = refunds.filter(({ reason, state, isReplaced }) => isPartial(reason) && hasFailed(state) && isReplaced);
  const times = [createdAt, ...(requestKey === undefined ? replaced.map((refund) => refund.createdAt) : [])];
  return Math.min(...times.map((time) => time.getTime()));
}

/**
 * The partial refunds that a refund at the provider pays instead: those owed when it was made, failed ones
 * first, each only if the sum suffices.
 */
export function partsPaidBy<R extends OwedRefund>(
  refunds: readonly R[],
  foreign: { readonly amount: Pence; readonly createdAt: Date },
): readonly R[] {
  const unpaid = [...failedParts(refunds), ...refunds.filter(({ reason, state }) => isPartial(reason) && state === "due")];
  const latest = foreign.createdAt.getTime() + CLOCK_TOLERANCE_MS;
  const owed = unpaid.filter((refund) => owedSince(refund, refunds) <= latest);
  let sum: number = foreign.amount;
  return owed.filter(({ amount }) => {
    if (amount > sum) return false;
    sum -= amount;
    return true;
  });
}

/** Made at the provider, not by the shop. */
export function isForeign(cause: RefundCause): boolean {
  return REFUND_CAUSES[cause] === "elsewhere";
}

/** Whether the cause is a reason that the buyer is given for the whole payment. */
export function isOfPayment(cause: RefundCause): cause is RefundReason {
  return isAtOnce(cause) || cause === "cancelled";
}
