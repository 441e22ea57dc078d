/**
 * A prize is handed over within this many days of the draw, as draw pages and terms promise. Source: CAP
 * Code, 8.14.
 */
export const HANDOVER_DAYS = 30;
