/** The remaining time, updated each second. The server renders the first value, so nothing jumps. */
import { useEffect, useEffectEvent, useState } from "react";
import { setShopTime, onShopClockChange, shopNow } from "./shop-clock.ts";
import { COUNTDOWN_TICK_MS } from "./timing.ts";

type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly isOver: boolean;
};

/**
 * Splits milliseconds into days, hours, minutes and seconds, rounded up, so that all are 0 only at the end.
 */
export function timeLeft(ms: number): TimeLeft {
  const total = Math.max(0, Math.ceil(ms / COUNTDOWN_TICK_MS));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    isOver: total === 0,
  };
}

/** Milliseconds until the figure shown by `timeLeft` changes: 1 to 1000. */
export function untilNextSecond(ms: number): number {
  return ms % COUNTDOWN_TICK_MS || COUNTDOWN_TICK_MS;
}

/**
 * The remaining time by the shop's clock. `end`, `start`: milliseconds; `start`: the server's time.
 * `onEnd`: called once at zero, not if it was over from the start.
 */
export function useTimeLeft(end: number, start: number, onEnd?: () => void): TimeLeft {
  const [left, setLeft] = useState(() => timeLeft(end - start));
  const atEnd = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    setShopTime(start);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ticking = false;
    function tick() {
      clearTimeout(timer);
      const ms = end - shopNow();
      setLeft(timeLeft(ms));
      if (ms > 0) timer = setTimeout(tick, untilNextSecond(ms));
      else if (ticking) atEnd();
      ticking = true;
    }
    tick();
    const unsubscribe = onShopClockChange(tick);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [end, start]);

  return left;
}
