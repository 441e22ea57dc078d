/** Cutting a text that is too long. */

/** Its first `longest` units, less the half of a character that would be left at the end: JSON that holds one is refused by PostgreSQL and by payment providers. */
export function wholeStart(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}
