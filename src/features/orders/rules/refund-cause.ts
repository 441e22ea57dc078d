/** By whose doing a buyer's money goes back. */
import { REFUND_CAUSES, type RefundCause, type RefundReason } from "#shared/states.ts";

/** Whether the money went back because it could not buy its tickets. */
export function isAtOnce(cause: RefundCause): boolean {
  return REFUND_CAUSES[cause] === "at_once";
}

/** Whether the money went back at the provider, not by our doing. */
export function isForeign(cause: RefundCause): boolean {
  return REFUND_CAUSES[cause] === "elsewhere";
}

/** Whether the buyer hears of it on the page after the payment, by name. */
export function isOfPayment(cause: RefundCause): cause is RefundReason {
  return isAtOnce(cause) || cause === "cancelled";
}
