/** Truncates text without splitting a character. */

/**
 * The first `longest` UTF-16 units without a trailing half surrogate pair, which PostgreSQL and payment
 * providers refuse.
 */
export function wholeStart(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}
