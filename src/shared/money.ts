/** Money: whole pence inside, pounds with two decimals at the edges, grouped as each language groups. */
import { type Locale, localeTag } from "./locale.ts";

declare const unit: unique symbol;
export type Pence = number & { readonly [unit]: "pence" };

/** Marks a number as pence. Throws a RangeError for anything but a safe whole number: a fraction of a penny is a bug. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`);
  return value as Pence;
}

/** Pounds as JSON carries them: 63729 → 637.29. */
export function toPounds(amount: Pence): number {
  return amount / 100;
}

/**
 * Pence of an amount in pounds with at most two decimals.
 *
 * @returns undefined where the amount is not finite or has a fraction of a penny
 */
export function fromPounds(pounds: number): Pence | undefined {
  const value = Math.round(pounds * 100);
  return Number.isSafeInteger(value) && Math.abs(value / 100 - pounds) < 1e-9 ? pence(value) : undefined;
}

const formats = new Map<string, Intl.NumberFormat>();

/** "£637.29" or « 637,29 £ ». `whole` leaves out the pennies of a round sum: "£148,000". */
export function formatMoney(amount: Pence, locale: Locale, style: "exact" | "whole" = "exact"): string {
  const digits = style === "whole" && amount % 100 === 0 ? 0 : 2;
  const key = `${locale}${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(localeTag(locale), {
      style: "currency",
      currency: "GBP",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  // French groups with a narrow space that our typeface draws almost without width.
  return format.format(amount / 100).replaceAll("\u202f", "\u00a0");
}
