/** What a player has spent in a calendar month, and what the player's own limit and the credit card rule make of it. Pure. */

import type { AskMoment } from "#features/accounts/rules/safer-play.ts";
import { type Pence, pence } from "#shared/money.ts";

/** `spent`: paid or held this month, less returns; `byCredit`: by credit card; `perhapsByCredit`: held by such pages. */
export type Spending = { readonly spent: Pence; readonly byCredit: Pence; readonly perhapsByCredit: Pence };

/** The most that one player pays by credit card in a calendar month. Source: the UK's voluntary code for prize draw operators: £250. */
export const CREDIT_LIMIT: Pence = pence(25_000);

/** What is left under a limit; nothing where it was lowered below what is spent. */
export function leftOf(limit: Pence, { spent }: Spending): Pence {
  return pence(Math.max(0, limit - spent));
}

/** Whether an order goes beyond the limit. An order that costs nothing never does. */
export function passesLimit(limit: Pence | undefined, spending: Spending, total: Pence): boolean {
  return limit !== undefined && total > leftOf(limit, spending);
}

/** The ids of open pages, newest first, that must go for the rest to fit under the limit. */
export function passedBy(
  limit: Pence,
  { spent }: Pick<Spending, "spent">,
  newestFirst: readonly { readonly id: string; readonly total: Pence }[],
): string[] {
  const going: string[] = [];
  let tooMuch = spent - limit;
  for (const { id, total } of newestFirst) {
    if (tooMuch <= 0) break;
    going.push(id);
    tooMuch -= total;
  }
  return going;
}

/** Whether the payment page must refuse credit cards: with open pages counted, so that two of them together do not pass the limit. */
export function blocksCredit({ byCredit, perhapsByCredit }: Spending, total: Pence): boolean {
  return byCredit + perhapsByCredit + total > CREDIT_LIMIT;
}

/** Whether money that came from a credit card all the same is too much. `byCredit` leaves this order out. */
export function passesCreditLimit({ byCredit }: Pick<Spending, "byCredit">, total: Pence): boolean {
  return byCredit > creditBefore(total);
}

/** The most that may have been paid by credit card before for this money to be no more than one player pays so; less than nothing where it is too much by itself. */
export function creditBefore(total: Pence): number {
  return CREDIT_LIMIT - total;
}

/** `left` of the monthly limit is in pence, and undefined without one; `until` is in milliseconds. */
export type EligibilityView = {
  readonly left: Pence | undefined;
  readonly rest: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
  /** Credit cards are refused for this order. */
  readonly isCreditBlocked: boolean;
  /** The moment at which the buyer is asked here whether a limit is wanted, if at all. */
  readonly asksForLimit: AskMoment | undefined;
  readonly lastTerms: string | undefined;
};

export function eligibilityProblem(
  { left, rest }: EligibilityView,
  total: Pence,
): "paused" | "excluded" | "over_limit" | undefined {
  if (rest) return rest.kind;
  return left !== undefined && total > left ? "over_limit" : undefined;
}
