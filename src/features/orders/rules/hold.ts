/** How long tickets are kept for somebody who is paying. Why so: docs/decisions/0009. */

/** The payment page and the hold live equally long. Stripe refuses to close a page in under 30 minutes, and exactly 30 fails on clock skew. */
export const HOLD_MINUTES = 35;

/** A page that was not recorded within this time belongs to a process that died; a living one gives up sooner. */
export const OPENING_SECONDS = 120;

/** The most that the provider takes in one payment, in pence. Source: Stripe, "Minimum and maximum charge amounts". */
export const MOST_CHARGED = 99_999_999;

/** What the provider takes for the name of what is sold, in UTF-16 units. */
export const LONGEST_DESCRIPTION = 250;

export function payUntil(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000);
}
