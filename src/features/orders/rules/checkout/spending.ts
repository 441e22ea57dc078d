/** A player's spending in a calendar month, against the player's limit and the credit card rule. */

import type { LimitPrompt } from "#features/accounts/rules/person/safer-play.ts";
import { type Pence, pence } from "#shared/money/money.ts";

/**
 * This month: `spent` is paid or held, less refunds; `byCredit` paid by credit card; `perhapsByCredit` held
 * by pages that accept credit cards.
 */
export type Spending = { readonly spent: Pence; readonly byCredit: Pence; readonly perhapsByCredit: Pence };

/**
 * The most by credit card for each player and calendar month: £250. Source: UK voluntary code for prize draw
 * operators.
 */
export const CREDIT_LIMIT: Pence = pence(25_000);

/** What is left of a limit; 0 if it was lowered below the spending. */
export function leftOf(limit: Pence, { spent }: Spending): Pence {
  return pence(Math.max(0, limit - spent));
}

/** Whether an order exceeds the limit. A free order never does. */
export function exceedsLimit(limit: Pence | undefined, spending: Spending, total: Pence): boolean {
  return limit !== undefined && total > leftOf(limit, spending);
}

/** The ids of open pages, newest first, to close until the rest fits the limit. */
export function pagesOverLimit(
  limit: Pence,
  { spent }: Pick<Spending, "spent">,
  newestFirst: readonly { readonly id: string; readonly total: Pence }[],
): string[] {
  const closed: string[] = [];
  let excess = spent - limit;
  for (const { id, total } of newestFirst) {
    if (excess <= 0) break;
    closed.push(id);
    excess -= total;
  }
  return closed;
}

/** Whether the payment page must block credit cards. Counts open pages, which may be paid first. */
export function blocksCredit({ byCredit, perhapsByCredit }: Spending, total: Pence): boolean {
  return byCredit + perhapsByCredit + total > CREDIT_LIMIT;
}

/** The most that may have been paid by credit card before; negative if this payment alone is too much. */
export function creditBefore(total: Pence): number {
  return CREDIT_LIMIT - total;
}

/** Whether a credit card payment exceeds the limit. `byCredit` excludes this order. */
export function exceedsCreditLimit({ byCredit }: Pick<Spending, "byCredit">, total: Pence): boolean {
  return byCredit > creditBefore(total);
}

/**
 * `left` of the monthly limit is in pence, undefined without one; `until` in ms; `lastTerms`: accepted with
 * the last order.
 */
export type EligibilityView = {
  readonly left: Pence | undefined;
  readonly exclusion: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
  readonly isCreditBlocked: boolean;
  /** The moment at which the buyer is asked for a limit, if at all. */
  readonly asksForLimit: LimitPrompt | undefined;
  readonly lastTerms: string | undefined;
};
