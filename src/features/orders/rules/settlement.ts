/** Decides about an order from the state of its payment page. */
import type { Pence } from "#shared/money/money.ts";
import { HOLDING_STATES, type OrderState, type PaidOrderState, type RefundReason } from "#shared/states.ts";

/** `capturing`: the payment chosen for capture, if any. */
export type SettledOrder = {
  readonly state: PaidOrderState;
  readonly total: Pence;
  readonly sessionId: string | undefined;
  readonly capturing: string | undefined;
};
export type ProviderPage = {
  readonly id: string;
  readonly state: "open" | "complete" | "expired";
  readonly paid: boolean;
  readonly amount: Pence;
  readonly currency: string;
  readonly paymentIntentId: string | undefined;
};
/** As read under the order's lock. */
export type SettlementLottery = { readonly isCancelled: boolean };
/** Whether this payment exceeds the buyer's monthly limit on credit card payments. */
export type SettlementCard = { readonly exceedsCreditLimit: boolean };

/**
 * `nothing`: already settled, or the page is still open. `release`: unpaid, and the page is closed.
 * `issue_again`: the payment came after the hold lapsed; takes new stock if there is any, else refunds.
 */
export type Settlement =
  | { readonly action: "nothing" | "issue" | "issue_again" | "release" }
  | { readonly action: "refund"; readonly reason: RefundReason };

/** Whether the order holds stock. */
export function isHolding(state: OrderState): boolean {
  return (HOLDING_STATES as readonly OrderState[]).includes(state);
}

/** Whether an expired order may be fulfilled from the remaining stock. */
export type Lateness = { readonly maySettleLate: boolean };
/** `void`: the order stays unpaid. `other`: void it, because the order has another payment. */
export type Authorisation = "capture" | "void" | "other";

/** Decides about an authorised payment. A payment once chosen is captured, whatever has changed since. */
export function decideAuthorised(
  order: SettledOrder,
  page: ProviderPage & { readonly paymentIntentId: string },
  { isCancelled, exceedsCreditLimit, maySettleLate }: SettlementLottery & SettlementCard & Lateness,
): Authorisation {
  if (order.capturing !== undefined) return order.capturing === page.paymentIntentId ? "capture" : "other";
  const holding = isHolding(order.state);
  if (!holding && order.state !== "expired") return "other";
  const isOwn = order.sessionId === page.id && page.amount === order.total && page.currency === "gbp";
  if (!isOwn || isCancelled || exceedsCreditLimit) return "void";
  return holding || maySettleLate ? "capture" : "void";
}

/** Accepts a payment only if amount, currency and page are exactly the order's. */
export function decideSettlement(
  order: SettledOrder,
  page: ProviderPage,
  { isCancelled, exceedsCreditLimit }: SettlementLottery & SettlementCard,
): Settlement {
  const holding = isHolding(order.state);
  if (!holding && order.state !== "expired") return { action: "nothing" };
  if (!page.paid) return { action: holding && page.state === "expired" && !isPassedOver(order, page) ? "release" : "nothing" };
  const own = order.sessionId === undefined || order.sessionId === page.id;
  if (!own || page.amount !== order.total || page.currency !== "gbp") return { action: "refund", reason: "wrong_amount" };
  if (isCancelled) return { action: "refund", reason: "cancelled" };
  if (exceedsCreditLimit) return { action: "refund", reason: "credit_limit" };
  return { action: holding ? "issue" : "issue_again" };
}

/** Whether another payment is being captured: then this one's page does not end the hold. */
function isPassedOver({ capturing }: SettledOrder, { paymentIntentId }: ProviderPage): boolean {
  return capturing !== undefined && capturing !== paymentIntentId;
}
