/** Reading and stepping a number of tickets in a field. What may be bought is the shop's rule, not this file's. */

/** No shop has that many: what is longer is still a number, and too many. */
const MOST = 999_999_999;

/** The whole number of at least 1 that was typed, blanks aside, and at most `MOST`; undefined for anything else, such as "", "0", "1.5" or "ten". */
export function parseQuantity(text: string): number | undefined {
  const digits = text.replace(/\s/g, "");
  if (!/^\d+$/.test(digits)) return undefined;
  const value = Math.min(Number(digits), MOST);
  return value >= 1 ? value : undefined;
}

/** One step up or down, kept between 1 and `max`. A value already above `max` comes back to it. */
export function stepQuantity(value: number, by: 1 | -1, max = Number.MAX_SAFE_INTEGER): number {
  return Math.max(1, Math.min(value + by, max));
}
