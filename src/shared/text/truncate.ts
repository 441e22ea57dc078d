/** Truncates text without splitting a character. */

/**
 * The first `longest` UTF-16 units of a text, without a lone surrogate, which PostgreSQL and providers
 * refuse.
 */
export function truncate(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}
