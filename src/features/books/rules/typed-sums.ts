/** Number rules of the forms for books and provider fees, shared by fields and actions. */
import { type NumberRule, PERCENT, POUNDS } from "#shared/text/typed-number.ts";

/** In percent. */
export const VAT_RATE: NumberRule = { ...PERCENT, most: 50 };
/** In pounds. A negative cost corrects one that was entered too high. */
export const PRIZE_COST: NumberRule = { ...POUNDS, least: -10_000_000, most: 10_000_000 };
/** In percent of a payment. */
export const FEE_RATE: NumberRule = { ...PERCENT, most: 20 };
/** In pence added to each payment. */
export const FEE_FIXED: NumberRule = { decimals: 0, most: 1000 };
