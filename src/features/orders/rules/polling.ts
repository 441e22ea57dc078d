/** How the result page asks again for tickets that are not there yet. Source: specification, sections 4 and 9. */

export const MAX_TRIES = 10;
const FIRST_DELAY_MS = 1000;
const GROWTH = 1.5;
const LONGEST_DELAY_MS = 10_000;

/** Milliseconds to wait before try `n`, from 1 to 10: 1000, 1500, 2250 … at most 10000. */
export function delayBeforeTry(n: number): number {
  return Math.min(LONGEST_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (n - 1)));
}
