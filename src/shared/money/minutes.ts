/** Waiting times on screens. */

/** Whole minutes, at least one. */
export function minutes(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60));
}
