/** The message of a request that did not reach the server. */

/** Options of its toast: one at a time, shown longer. */
export const CUT_OFF = { id: "cut-off", isLasting: true } as const;

/**
 * The page's failure, then the explanation: "Failed to load users. We can't reach the shop at the moment.
 * …"
 */
export function cutOffText(failure: string, explanation: string): string {
  return `${failure}${/[.!?]$/.test(failure) ? "" : "."} ${explanation}`;
}
