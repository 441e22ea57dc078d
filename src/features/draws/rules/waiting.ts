/** When a draw has waited for too long. */
import { type Ending, entriesDue } from "./draw-state.ts";

const HOUR_MS = 3_600_000;
/** Payments that are under way end within an hour, and somebody draws by hand on the day itself. */
const FREEZE_MS = 24 * HOUR_MS;
/** A beacon publishes ten minutes after the freeze. */
const ROUND_MS = HOUR_MS;

/**
 * Whether a draw of which sales are over should be further by now: its list a day after it might have been sealed, its result an hour
 * after the round. A round that lies further ahead than that was committed to by a wrong clock.
 *
 * @param roundAt when its round is published; undefined before the freeze
 */
export function isOverdue(ending: Ending, roundAt: Date | undefined, now: Date): boolean {
  if (!roundAt) return now.getTime() - entriesDue(ending).getTime() > FREEZE_MS;
  return Math.abs(now.getTime() - roundAt.getTime()) > ROUND_MS;
}
