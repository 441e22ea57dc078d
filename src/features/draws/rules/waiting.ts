import { autoFreezeDue, type Ending, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";

const HOUR_MS = 3_600_000;
/** Pending payments end within an hour, and staff draw manually on the day itself. */
const FREEZE_MS = 24 * HOUR_MS;
/** A beacon publishes ten minutes after the freeze. */
const ROUND_MS = HOUR_MS;

/**
 * Whether the list is missing a day after the freeze was possible, or the result an hour after the round.
 * A round further ahead than that was committed by a wrong clock. `roundAt`: undefined before the freeze.
 */
export function isOverdue(draw: Ending & { readonly autoDraw: boolean }, roundAt: Date | undefined, now: Date): boolean {
  if (!roundAt) return now.getTime() - (draw.autoDraw ? autoFreezeDue(draw) : entriesDue(draw)).getTime() > FREEZE_MS;
  return Math.abs(now.getTime() - roundAt.getTime()) > ROUND_MS;
}
