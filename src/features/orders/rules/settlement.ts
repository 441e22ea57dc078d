/** What to do with an order once the payment provider has said how its page stands. Pure: the provider is asked and the row is locked elsewhere. */
import type { Pence } from "#shared/money.ts";
import { HOLDING_STATES, type OrderState, type PaidOrderState, type RefundReason } from "#shared/states.ts";

/** `capturing`: the payment that was chosen to be taken for it, if any. */
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
/** As the lottery stands under the order's lock. */
export type SettlementLottery = { readonly isCancelled: boolean };
/** Whether this payment takes the buyer beyond what one player pays by credit card in a month. */
export type SettlementCard = { readonly passesCreditLimit: boolean };

/**
 * - `nothing`: already settled, or the page is still open.
 * - `issue`: turn the hold into tickets.
 * - `issue_again`: the hold has lapsed but the money came; take stock anew if there is any, else refund.
 * - `release`: nobody paid and nobody can any more.
 * - `refund`: the money cannot buy tickets.
 */
export type Settlement =
  | { readonly action: "nothing" | "issue" | "issue_again" | "release" }
  | { readonly action: "refund"; readonly reason: RefundReason };

/** True while the order keeps stock from others. */
export function isHolding(state: OrderState): boolean {
  return (HOLDING_STATES as readonly OrderState[]).includes(state);
}

/** Whether an order whose hold is over may be fulfilled from what is left. */
export type Lateness = { readonly mayComeLate: boolean };
/**
 * - `capture`: take the money.
 * - `void`: void the authorisation; nobody pays this order any more.
 * - `other`: the same of one payment beside another one, which goes on.
 */
export type Authorisation = "capture" | "void" | "other";

/** Decides what becomes of an authorised payment. What was chosen once is taken, whatever has changed since. */
export function decideAuthorised(
  order: SettledOrder,
  page: ProviderPage & { readonly paymentIntentId: string },
  { isCancelled, passesCreditLimit, mayComeLate }: SettlementLottery & SettlementCard & Lateness,
): Authorisation {
  if (order.capturing !== undefined) return order.capturing === page.paymentIntentId ? "capture" : "other";
  const holding = isHolding(order.state);
  if (!holding && order.state !== "expired") return "other";
  const isOwn = order.sessionId === page.id && page.amount === order.total && page.currency === "gbp";
  if (!isOwn || isCancelled || passesCreditLimit) return "void";
  return holding || mayComeLate ? "capture" : "void";
}

/** Decides. Money is believed only where amount, currency and page are exactly the order's own. */
export function decideSettlement(
  order: SettledOrder,
  page: ProviderPage,
  { isCancelled, passesCreditLimit }: SettlementLottery & SettlementCard,
): Settlement {
  const holding = isHolding(order.state);
  if (!holding && order.state !== "expired") return { action: "nothing" };
  if (!page.paid) return { action: holding && page.state === "expired" && !isPassedOver(order, page) ? "release" : "nothing" };
  const own = order.sessionId === undefined || order.sessionId === page.id;
  if (!own || page.amount !== order.total || page.currency !== "gbp") return { action: "refund", reason: "wrong_amount" };
  if (isCancelled) return { action: "refund", reason: "cancelled" };
  if (passesCreditLimit) return { action: "refund", reason: "credit_limit" };
  return { action: holding ? "issue" : "issue_again" };
}

/** Whether the money of another payment is on its way: what is said of this one, or was said before that was chosen, ends nothing. */
function isPassedOver({ capturing }: SettledOrder, { paymentIntentId }: ProviderPage): boolean {
  return capturing !== undefined && capturing !== paymentIntentId;
}
