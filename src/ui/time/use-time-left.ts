/** The time left until an end, kept up to date each second. The server draws the first value, so nothing jumps. */
import { useEffect, useEffectEvent, useState } from "react";
import { clockOffset, type TimeLeft, timeLeft, untilNextSecond } from "./time-left.ts";

/**
 * @param end   milliseconds
 * @param start the shop's clock when the page was made: what the first drawing shows, in the server and in the browser
 * @param onEnd called once when it reaches zero on the screen; not where it was over from the start
 */
export function useTimeLeft(end: number, start: number, onEnd?: () => void): TimeLeft {
  const [left, setLeft] = useState(() => timeLeft(end - start));
  const atEnd = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const offset = clockOffset(start, Date.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ticking = false;
    function tick() {
      const ms = end - (Date.now() + offset);
      setLeft(timeLeft(ms));
      if (ms > 0) timer = setTimeout(tick, untilNextSecond(ms));
      else if (ticking) atEnd();
      ticking = true;
    }
    tick();
    return () => clearTimeout(timer);
  }, [end, start]);

  return left;
}
