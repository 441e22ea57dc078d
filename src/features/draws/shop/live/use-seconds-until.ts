/** A countdown in whole seconds, by the shop's clock. */
import { useEffect, useState } from "react";
import { shopNow } from "#ui/time/shop-clock.ts";
import { untilNextSecond } from "#ui/time/use-time-left.ts";

/**
 * Whole seconds until `end`, rounded up; negative afterwards, and undefined until another `end` is measured.
 * `start`: the server's time of the page, for the first rendering. `correction`: what to add to the device's
 * clock, once it is known.
 */
export function useSecondsUntil(end: number | undefined, start: number, correction: number | undefined): number | undefined {
  const [left, setLeft] = useState(() => ({ end, seconds: Math.ceil(((end ?? start) - start) / 1000) }));
  useEffect(() => {
    if (end === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const ms = end - (correction === undefined ? shopNow() : Date.now() + correction);
      setLeft({ end, seconds: Math.ceil(ms / 1000) });
      // A remainder of a negative number is negative.
      timer = setTimeout(tick, ms > 0 ? untilNextSecond(ms) : 1000 + (ms % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [end, correction]);
  return end !== undefined && left.end === end ? left.seconds : undefined;
}
