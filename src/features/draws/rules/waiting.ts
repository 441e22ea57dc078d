import { autoFreezeDue, type Ending, entriesDue } from "#features/lotteries/rules/draw-dates.ts";

const HOUR_MS = 3_600_000;
/** Payments that are under way end within an hour, and somebody draws by hand on the day itself. */
const FREEZE_MS = 24 * HOUR_MS;
/** A beacon publishes ten minutes after the freeze. */
const ROUND_MS = HOUR_MS;

/**
 * Whether a draw of which sales are over should be further by now: its list a day after it might have been sealed, its result an hour
 * after the round. A round that lies further ahead than that was committed to by a wrong clock.
 *
 * @param autoDraw whether it is set to run by itself
 * @param roundAt when its round is published; undefined before the freeze
 */
export function isOverdue(draw: Ending & { readonly autoDraw: boolean }, roundAt: Date | undefined, now: Date): boolean {
  if (!roundAt) return now.getTime() - (draw.autoDraw ? autoFreezeDue(draw) : entriesDue(draw)).getTime() > FREEZE_MS;
  return Math.abs(now.getTime() - roundAt.getTime()) > ROUND_MS;
}
