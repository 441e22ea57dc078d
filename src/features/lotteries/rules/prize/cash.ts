/** The cash that a winner may take instead of the prize. docs/decisions/0109 */
import { type Pence, pence } from "#shared/money/money.ts";

/** `days`: how long the winner may choose, from the day on which they are contacted. */
export type CashAlternative = { readonly amount: Pence; readonly days: number };

/** The days of a new draw. */
export const CASH_DAYS = 14;
/** The longest choice in days, since the prize is handed over within 30 days of the draw. */
export const MOST_CASH_DAYS = 30;

/**
 * The cash that the winner gets; undefined without an alternative. Never less than the prize, whose value
 * may rise: code of practice, 2.5 ("equal cash").
 */
export function cashDue(draw: { readonly cash: CashAlternative | undefined; readonly priceValue: Pence }): Pence | undefined {
  return draw.cash && pence(Math.max(draw.cash.amount, draw.priceValue));
}
