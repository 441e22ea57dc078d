/** The delays of the specification. They animate and never block: CONTRIBUTING.md, "Animations". */

/** The animated ticket over the first page, which is usable underneath. */
export const STARTUP_LOADER_MS = 1_500;

/** The shimmer of a draw's page on arrival; none for reduced motion. */
export const DETAIL_HOLD_MS = 1_000;

/** One round of the ribbon. */
export const RIBBON_ROUND_MS = 20_000;

/** The delay before home scrolls to the address's target. */
export const HOME_SCROLL_DELAY_MS = 500;

export const COUNTDOWN_TICK_MS = 1_000;
