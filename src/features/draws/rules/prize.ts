/** The way of a prize to its winner, step by step. */

export const PRIZE_STEPS = ["contacted", "confirmed", "delivered"] as const;
export type PrizeStep = (typeof PRIZE_STEPS)[number];

/** When each step was done; undefined for those still to come. */
export type Prize = Readonly<Record<PrizeStep, Date | undefined>>;

/**
 * Whether a step may be set to have been done at `at`, or taken back (`undefined`): in their order, after the draw, and not in the future.
 * Steps before it must be done and no later than it; it is taken back only while no later one stands.
 */
export function maySetStep(prize: Prize, step: PrizeStep, at: Date | undefined, time: { drawnAt: Date; now: Date }): boolean {
  const place = PRIZE_STEPS.indexOf(step);
  const before = PRIZE_STEPS.slice(0, place).map((each) => prize[each]);
  const after = PRIZE_STEPS.slice(place + 1).map((each) => prize[each]);
  if (at === undefined) return after.every((each) => each === undefined);
  if (Number.isNaN(at.getTime()) || at < time.drawnAt || at > time.now) return false;
  return before.every((each) => each !== undefined && each <= at) && after.every((each) => each === undefined || each >= at);
}
