/** The message of a request that did not get through. */

/** One at a time, until dismissed. */
export const CUT_OFF = { id: "cut-off", isLasting: true } as const;

/** "Failed to load users. We can't reach the shop at the moment. …" */
export function cutOffText(own: string, kept: string): string {
  return `${own}${/[.!?]$/.test(own) ? "" : "."} ${kept}`;
}
