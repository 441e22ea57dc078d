/** Checks by the beacon instead of a clock that the deciding round is still unknown. */
import { type ChainInfo, timeOf } from "@concours/draw-protocol";

/** The tolerance for clocks and networks: far less than the ten minutes between freeze and round. */
export const TOLERANCE_SECONDS = 60;

/**
 * Whether the clock fits the newest round: a slow one would commit to known rounds, a fast one end sales
 * early.
 */
export function clockFits(chain: ChainInfo, newest: number, now: Date): boolean {
  const seconds = now.getTime() / 1000 - timeOf(chain, newest);
  return seconds >= -TOLERANCE_SECONDS && seconds < chain.periodSeconds + TOLERANCE_SECONDS;
}

/** Whether a round is one round or more, or nearly the protocol's delay, ahead of all published ones. */
export function liesAhead(chain: ChainInfo, known: { round: number; newest: number; passedSeconds: number }): boolean {
  const ahead = timeOf(chain, known.round) - timeOf(chain, known.newest) - known.passedSeconds;
  return ahead >= Math.max(chain.periodSeconds, chain.delaySeconds - TOLERANCE_SECONDS);
}
