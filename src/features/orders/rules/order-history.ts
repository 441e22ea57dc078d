/** What an order has been through, from the times that are stored with it and with its refunds. Pure. */
import type { Pence } from "#shared/money.ts";
import type { OrderState } from "./order-state.ts";
import { isAtOnce, isForeign, type RefundCause } from "./refund-cause.ts";

/** `state` is the one that began then; `amount` is what goes, or went, back. A part that went back leaves the order as it is. */
export type OrderStep = {
  readonly state: OrderState | "refunded_in_part";
  readonly at: Date;
  readonly cause?: RefundCause;
  readonly amount?: Pence;
};

type Told = {
  readonly kind: "paid" | "free";
  readonly state: OrderState;
  readonly captured: Pence;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
  readonly endedAt: Date | undefined;
};
type ToldRefund = {
  readonly amount: Pence;
  readonly cause: RefundCause;
  readonly createdAt: Date;
  readonly doneAt: Date | undefined;
};

/** Oldest first. */
export function orderHistory(order: Told, refunds: readonly ToldRefund[]): OrderStep[] {
  const steps: OrderStep[] = [];
  if (order.kind === "free") steps.push({ state: "free", at: order.settledAt ?? order.createdAt });
  else steps.push({ state: "reserved", at: order.createdAt });
  // Money that could buy nothing any more was owed at once, and never made the order a paid one.
  const isBought = order.settledAt && !refunds.some(({ cause }) => isAtOnce(cause));
  if (order.kind === "paid" && isBought && order.settledAt) steps.push({ state: "paid", at: order.settledAt });
  for (const refund of refunds) steps.push(...stepsOf(refund, order));
  if (
    order.endedAt &&
    (order.state === "expired" || order.state === "void" || (order.state === "refunded" && refunds.length === 0))
  )
    steps.push({ state: order.state, at: order.endedAt });
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function stepsOf({ cause, amount, createdAt, doneAt }: ToldRefund, { captured }: Told): OrderStep[] {
  if (isForeign(cause))
    return [{ state: amount < captured ? "refunded_in_part" : "refunded", at: doneAt ?? createdAt, cause, amount }];
  const due: OrderStep = { state: "refund_due", at: createdAt, cause, amount };
  return doneAt ? [due, { state: "refunded", at: doneAt, amount }] : [due];
}
