/** Decides about an order from the state of its payment page. */
import type { Pence } from "#shared/money/money.ts";
import { HOLDING_STATES, type OrderState, type PaidOrderState, type RefundReason } from "#shared/states.ts";

/** The order of the page. `capturing`: the payment chosen for capture, if any. */
export type SettledOrder = {
  readonly state: PaidOrderState;
  readonly total: Pence;
  readonly sessionId: string | undefined;
  readonly capturing: string | undefined;
};
/** The payment page as the provider reports it. `currency` is "gbp" in all pages of the shop. */
export type ProviderPage = {
  readonly id: string;
  readonly state: "open" | "complete" | "expired";
  readonly paid: boolean;
  readonly amount: Pence;
  readonly currency: string;
  readonly paymentIntentId: string | undefined;
};
/** The draw, as read under the order's lock. */
export type SettlementLottery = { readonly isCancelled: boolean };
/** Whether this payment exceeds the buyer's monthly limit on credit card payments. */
export type SettlementCard = { readonly exceedsCreditLimit: boolean };

/**
 * What to do with the order. `nothing`: it is settled, or the page is still open. `release`: unpaid, and the
 * page closed. `issue_again`: the payment came after the hold lapsed; takes new stock if there is any, else
 * refunds.
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
/**
 * `void`: give the money back, the order stays unpaid. `other`: the same, because the order has another
 * payment.
 */
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

/** Whether another payment is being captured: then this one's page does not end the hold. */
function hasOtherPayment({ capturing }: SettledOrder, { paymentIntentId }: ProviderPage): boolean {
  return capturing !== undefined && capturing !== paymentIntentId;
}

/**
 * Decides about a page that is closed or paid. A payment counts only if amount, currency and page are the
 * order's.
 */
export function decideSettlement(
  order: SettledOrder,
  page: ProviderPage,
  { isCancelled, exceedsCreditLimit }: SettlementLottery & SettlementCard,
): Settlement {
  const holding = isHolding(order.state);
  if (!holding && order.state !== "expired") return { action: "nothing" };
  if (!page.paid) {
    const endsHold = holding && page.state === "expired" && !hasOtherPayment(order, page);
    return { action: endsHold ? "release" : "nothing" };
  }
  const isOwnPage = order.sessionId === undefined || order.sessionId === page.id;
  if (!isOwnPage || page.amount !== order.total || page.currency !== "gbp") return { action: "refund", reason: "wrong_amount" };
  if (isCancelled) return { action: "refund", reason: "cancelled" };
  if (exceedsCreditLimit) return { action: "refund", reason: "credit_limit" };
  return { action: holding ? "issue" : "issue_again" };
}
