/** Why a buyer's money goes back. */

export type RefundCause =
  | "sold_out"
  | "closed"
  | "cancelled"
  | "wrong_amount"
  | "credit_limit"
  | "code_used"
  | "person_limit"
  | "staff"
  | "erasure"
  | "at_provider"
  | "dispute"
  | "left_out";

/** The money came and could buy nothing: the order was never a paid one. */
const AT_ONCE: readonly RefundCause[] = ["sold_out", "closed", "wrong_amount", "credit_limit", "code_used", "person_limit"];
/** Not by our doing. */
const FOREIGN: readonly RefundCause[] = ["at_provider", "dispute"];

/** Whether the money went back because it could not buy its tickets. */
export function isAtOnce(cause: RefundCause): boolean {
  return AT_ONCE.includes(cause);
}

/** Whether the money went back at the provider, not by our doing. */
export function isForeign(cause: RefundCause): boolean {
  return FOREIGN.includes(cause);
}
