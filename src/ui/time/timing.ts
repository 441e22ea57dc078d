/** The waits that the specification lists, in one place. They are something to see, never something to wait for: docs/decisions. */

/** The drawn ticket that fills once over the first page. The page is there and usable underneath. */
export const STARTUP_LOADER_MS = 1_500;

/** How long the page of a draw shimmers while it arrives; not at all for a person who prefers less motion. */
export const DETAIL_HOLD_MS = 1_000;

/** One round of the band over the header. */
export const RIBBON_ROUND_MS = 20_000;

/** How long home waits before it scrolls to the place that its address asks for. */
export const HOME_SCROLL_DELAY_MS = 500;

/** How often a countdown shows a new value. */
export const COUNTDOWN_TICK_MS = 1_000;
