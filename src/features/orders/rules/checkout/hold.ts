/** How long tickets are held for an unpaid order. Reasons: docs/decisions/0009. */

/**
 * How long a payment page is open and its tickets are held. Stripe needs 30 minutes at least; clocks may
 * differ.
 */
export const HOLD_MINUTES = 35;

/**
 * A page that is not recorded within this time is lost: its process has crashed, since all others give up
 * sooner.
 */
export const OPENING_SECONDS = 120;

/** The provider's maximum per payment, in pence. Source: Stripe, "Minimum and maximum charge amounts". */
export const MOST_CHARGED = 99_999_999;

/** The provider's maximum for a product's name, in UTF-16 units. */
export const LONGEST_DESCRIPTION = 250;

/** When a new hold ends. */
export function payUntil(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000);
}
