/** Truncates text without splitting a character. */

/** At most `longest` UTF-16 units, and no lone surrogate, which PostgreSQL and providers refuse. */
export function truncate(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}
