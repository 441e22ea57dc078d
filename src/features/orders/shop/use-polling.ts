/** Looks for tickets again and again, ever more slowly, and gives up in the end. */
import { startTransition, useEffect, useEffectEvent, useState } from "react";
import { delayBeforeTry, MAX_TRIES } from "../rules/polling.ts";

type Given = {
  /** There is nothing to show yet. */
  needed: boolean;
  /** The last look failed. While looking that is one try lost, and no more. */
  keepsFailing: boolean;
  /** No look is on its way. */
  idle: boolean;
  /** Ends when the look has. */
  look: () => Promise<void>;
};

/** `isLooking` until the tickets are there or all tries are used up; then `isOver`. */
export function usePolling({ needed, keepsFailing, idle: isSeenIdle, look }: Given) {
  const [tries, setTries] = useState(0);
  // The router shows that it looks a moment after it was asked: until then the last look would seem over before it began.
  const [isOut, setIsOut] = useState(false);
  const idle = isSeenIdle && !isOut;
  const goesOn = needed || (keepsFailing && tries > 0);
  const isOver = goesOn && tries >= MAX_TRIES && idle;
  const lookAgain = useEffectEvent(() => {
    setTries(tries + 1);
    setIsOut(true);
    void look().finally(() => startTransition(() => setIsOut(false)));
  });
  useEffect(() => {
    if (!goesOn || !idle || tries >= MAX_TRIES) return;
    const timer = setTimeout(lookAgain, delayBeforeTry(tries + 1));
    return () => clearTimeout(timer);
  }, [goesOn, idle, tries]);
  return { tries, isLooking: goesOn && !isOver, isOver, restart: () => setTries(0) };
}
