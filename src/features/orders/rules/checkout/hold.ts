/** How long tickets are held for an unpaid order. Reasons: docs/decisions/0009. */

/** Life of a page and its hold. Stripe needs at least 30 minutes; exactly 30 fails on clock skew. */
export const HOLD_MINUTES = 35;

/** A page not recorded within this time belongs to a crashed process: others give up sooner. */
export const OPENING_SECONDS = 120;

/** The provider's maximum per payment, in pence. Source: Stripe, "Minimum and maximum charge amounts". */
export const MOST_CHARGED = 99_999_999;

/** The provider's maximum for a product's name, in UTF-16 units. */
export const LONGEST_DESCRIPTION = 250;

export function payUntil(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000);
}
