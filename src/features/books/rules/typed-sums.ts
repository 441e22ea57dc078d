/** Number rules of the forms for books and provider fees, shared by fields and actions. */
import { type NumberRule, PERCENT, POUNDS } from "#shared/text/typed-number.ts";

export const VAT_RATE: NumberRule = { ...PERCENT, most: 50 };
/** A negative cost corrects one entered too high. */
export const PRIZE_COST: NumberRule = { ...POUNDS, least: -10_000_000, most: 10_000_000 };
export const FEE_RATE: NumberRule = { ...PERCENT, most: 20 };
/** In pence. */
export const FEE_FIXED: NumberRule = { decimals: 0, most: 1000 };
