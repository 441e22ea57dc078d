/** The message that something did not get through. */

/** How the message stands that something did not get through: one at a time, and until it is read. */
export const CUT_OFF = { id: "cut-off", isLasting: true } as const;

/** "Failed to load users. We can't reach the shop at the moment. …" */
export function cutOffText(own: string, kept: string): string {
  return `${own}${/[.!?]$/.test(own) ? "" : "."} ${kept}`;
}
