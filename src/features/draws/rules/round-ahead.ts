/** Whether the round that is to decide is still unknown, by what the beacon itself says and not by a clock of ours. */
import { type ChainInfo, timeOf } from "@concours/draw-protocol";

/** What a clock may be wrong by, and relays behind the network: far less than the ten minutes between freeze and round. */
export const TOLERANCE_SECONDS = 60;

/** Whether a clock and the newest published round fit together. */
export function clockFits(chain: ChainInfo, newest: number, now: Date): boolean {
  const seconds = now.getTime() / 1000 - timeOf(chain, newest);
  return seconds >= -TOLERANCE_SECONDS && seconds < chain.periodSeconds + TOLERANCE_SECONDS;
}

/** Whether a round lies ahead of everything published by nearly the whole wait of the protocol, or by one round at least. */
export function liesAhead(chain: ChainInfo, known: { round: number; newest: number; passedSeconds: number }): boolean {
  const ahead = timeOf(chain, known.round) - timeOf(chain, known.newest) - known.passedSeconds;
  return ahead >= Math.max(chain.periodSeconds, chain.delaySeconds - TOLERANCE_SECONDS);
}
