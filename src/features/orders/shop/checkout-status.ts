/** Why a purchase can be refused, and the HTTP status of each reason. */
import type { PurchaseError } from "../rules/refusal.ts";

/**
 * `no_answer`, `terms_unread`: the form is incomplete; `payment_failed`: the provider opened no page;
 * `not_sent`: the shop was not reached.
 */
export type CheckoutProblem =
  | PurchaseError
  | "no_answer"
  | "terms_unread"
  | "signed_out"
  | "too_many"
  | "payment_failed"
  | "not_sent";

/** The HTTP status of each problem. */
export const CHECKOUT_STATUS: Readonly<Record<CheckoutProblem, number>> = {
  not_found: 404,
  closed: 409,
  cancelled: 409,
  upcoming: 409,
  sold_out: 409,
  person_limit: 409,
  newcomer_limit: 409,
  busy: 409,
  no_turn: 409,
  replaced: 409,
  price_changed: 409,
  terms_changed: 409,
  bad_quantity: 422,
  code_unknown: 422,
  code_expired: 409,
  code_used: 409,
  wrong_answer: 422,
  no_answer: 422,
  terms_unread: 422,
  bad_request: 400,
  signed_out: 401,
  paused: 403,
  excluded: 403,
  staff: 403,
  over_limit: 403,
  unconfirmed: 403,
  too_many_tries: 429,
  too_many: 429,
  no_payments: 503,
  payment_failed: 502,
  not_sent: 503,
};
