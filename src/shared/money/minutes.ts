/** Seconds in whole minutes, rounded up, at least one: waiting times on screens. */

/** Whole minutes, at least one. */
export function minutes(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60));
}
