/** Arithmetic of the countdown. */
import { COUNTDOWN_TICK_MS } from "./timing.ts";

export type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly over: boolean;
};

/** Splits milliseconds into whole days, hours, minutes and seconds. Part of a second still counts as one, so 0 is shown only when it is over. */
export function timeLeft(ms: number): TimeLeft {
  const total = Math.max(0, Math.ceil(ms / COUNTDOWN_TICK_MS));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    over: total === 0,
  };
}

/** Milliseconds until the figure shown by `timeLeft` changes: 1 to 1000. */
export function untilNextSecond(ms: number): number {
  return ms % COUNTDOWN_TICK_MS || COUNTDOWN_TICK_MS;
}

const toleranceMs = 60_000;

/**
 * What to add to this device's clock to get the shop's. A clock that is off by less than a minute is believed:
 * the difference is then the network's or a cached page's, not the clock's.
 */
export function clockOffset(serverNow: number, deviceNow: number): number {
  const difference = serverNow - deviceNow;
  return Math.abs(difference) < toleranceMs ? 0 : difference;
}
