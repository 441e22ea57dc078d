/** Money: whole pence inside, pounds with two decimals at the edges. */
import { type Locale, localeTag } from "../language/locale.ts";

declare const unit: unique symbol;
/** An amount of money in whole pence. */
export type Pence = number & { readonly [unit]: "pence" };

/** Marks a number as pence. Throws a RangeError for anything but a safe whole number. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`);
  return value as Pence;
}

/** Pounds for JSON: 63729 becomes 637.29. */
export function toPounds(amount: Pence): number {
  return amount / 100;
}

/**
 * The pence of an amount in pounds from JSON.
 * @returns undefined for an infinite amount or a fraction of a penny
 */
export function fromPounds(pounds: number): Pence | undefined {
  const value = Math.round(pounds * 100);
  return Number.isSafeInteger(value) && Math.abs(value / 100 - pounds) < 1e-9 ? pence(value) : undefined;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats pence: "£637.29" or « 637,29 £ ». `whole` omits zero pence: "£148,000". */
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
  // The typeface draws French's narrow space almost without width.
  return format.format(amount / 100).replaceAll("\u202f", "\u00a0");
}
