/** Whether a draw waits too long for its freeze or its result. */
import { autoFreezeDue, type Ending, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";

const HOUR_MS = 3_600_000;
/** Time for the freeze: pending payments end within an hour, and staff draw manually on the day itself. */
const FREEZE_WITHIN_MS = 24 * HOUR_MS;
/** Time for the result: a beacon publishes the round ten minutes after the freeze. */
const RESULT_WITHIN_MS = HOUR_MS;

/**
 * Whether the list is missing a day after the freeze was possible, or the result an hour after the round.
 * A round further ahead than that was committed by a wrong clock. `roundAt`: undefined before the freeze.
 */
export function isOverdue(draw: Ending & { readonly autoDraw: boolean }, roundAt: Date | undefined, now: Date): boolean {
  if (!roundAt) return now.getTime() - (draw.autoDraw ? autoFreezeDue(draw) : entriesDue(draw)).getTime() > FREEZE_WITHIN_MS;
  return Math.abs(now.getTime() - roundAt.getTime()) > RESULT_WITHIN_MS;
}
