/** The history of an order, from its row, its refunds and its disputes. */
import type { Pence } from "#shared/money/money.ts";
import type { DisputeStanding, OrderState, RefundCause, RefundState } from "#shared/states.ts";
import { isAtOnce, isForeign, isPartial } from "./refund-state.ts";

/**
 * The state that began at this time; `amount`, `cause` and `failure` are the refund's. A partial refund ends
 * no order.
 */
export type OrderStep = {
  readonly state:
    | OrderState
    | "refunded_in_part"
    | "partly_refunded"
    | "refund_sent"
    | "refund_failed"
    | "refund_cancelled"
    | "dispute_inquiry"
    | "dispute_closed"
    | "disputed"
    | "dispute_won";
  readonly at: Date;
  readonly cause?: RefundCause;
  readonly amount?: Pence;
  readonly failure?: string;
  /** The tickets that leave the draw with a partial refund. */
  readonly ticketNumbers?: readonly number[];
};

type OrderFacts = {
  readonly kind: "paid" | "free";
  readonly state: OrderState;
  readonly captured: Pence;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
  readonly endedAt: Date | undefined;
};
type RefundFacts = {
  readonly amount: Pence;
  readonly cause: RefundCause;
  readonly state: RefundState;
  readonly failureReason: string | undefined;
  readonly ticketNumbers: readonly number[];
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
  readonly doneAt: Date | undefined;
  readonly failedAt: Date | undefined;
};

type DisputeFacts = { readonly standing: DisputeStanding; readonly openedAt: Date; readonly closedAt: Date | undefined };

/** How a dispute of each standing began, and how it ended. */
const DISPUTE_STEPS = {
  inquiry: ["dispute_inquiry"],
  closed: ["dispute_inquiry", "dispute_closed"],
  open: ["disputed"],
  won: ["disputed", "dispute_won"],
  lost: ["disputed", "charged_back"],
} as const satisfies Record<DisputeStanding, readonly OrderStep["state"][]>;

/** A refund that succeeds within this time after it was sent is one step. */
const AT_ONCE_MS = 60_000;

function doneState({ cause, amount }: RefundFacts, captured: Pence): OrderStep["state"] {
  if (isPartial(cause)) return "partly_refunded";
  return isForeign(cause) && amount < captured ? "refunded_in_part" : "refunded";
}

/** The steps of a refund: due, sent, and done or failed. */
function stepsOf(refund: RefundFacts, { captured }: OrderFacts): OrderStep[] {
  const { cause, amount, createdAt, sentAt, doneAt, failedAt, failureReason: failure, ticketNumbers } = refund;
  const steps: OrderStep[] = [];
  const isOurs = !isForeign(cause);
  const withTickets = ticketNumbers.length > 0 && { ticketNumbers };
  if (isOurs) steps.push({ state: "refund_due", at: createdAt, cause, amount, ...withTickets });
  const endedAt = doneAt ?? failedAt;
  const isSlow = sentAt && (!endedAt || endedAt.getTime() - sentAt.getTime() > AT_ONCE_MS);
  if (sentAt && isSlow) steps.push({ state: "refund_sent", at: sentAt, amount, ...(!isOurs && { cause }) });
  if (doneAt)
    steps.push({
      state: doneState(refund, captured),
      at: doneAt,
      amount,
      ...(!isOurs && { cause }),
    });
  if (failedAt)
    steps.push({
      state: refund.state === "cancelled" ? "refund_cancelled" : "refund_failed",
      at: failedAt,
      amount,
      ...(failure !== undefined && { failure }),
    });
  return steps;
}

/** The steps, oldest first. */
export function orderHistory(
  order: OrderFacts,
  refunds: readonly RefundFacts[],
  disputes: readonly DisputeFacts[] = [],
): OrderStep[] {
  const steps: OrderStep[] = [];
  if (order.kind === "free") steps.push({ state: "free", at: order.settledAt ?? order.createdAt });
  else steps.push({ state: "reserved", at: order.createdAt });
  // A payment that bought nothing was refunded at once: the order was never paid.
  const isBought = order.settledAt && !refunds.some(({ cause }) => isAtOnce(cause));
  if (order.kind === "paid" && isBought && order.settledAt) steps.push({ state: "paid", at: order.settledAt });
  for (const refund of refunds) steps.push(...stepsOf(refund, order));
  for (const { standing, openedAt, closedAt } of disputes) {
    const [opened, closed] = DISPUTE_STEPS[standing];
    steps.push({ state: opened, at: openedAt });
    if (closed !== undefined && closedAt) steps.push({ state: closed, at: closedAt });
  }
  const hasEndStep = order.state === "expired" || order.state === "void" || (order.state === "refunded" && refunds.length === 0);
  if (order.endedAt && hasEndStep) steps.push({ state: order.state, at: order.endedAt });
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}
