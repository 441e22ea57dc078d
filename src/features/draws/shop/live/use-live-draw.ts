/** Polls the live page's data, and corrects the device's clock by the replies. */
import { useCallback, useRef, useState } from "react";
import { usePolledJson } from "#ui/loading/use-polled-json.ts";
import { shopNow, useShopTime } from "#ui/time/shop-clock.ts";
import { type ClockLimits, clockCorrection, narrowClock } from "../../rules/live/live-clock.ts";
import { type LiveDraw, liveAddress, livePause, spreadPause } from "../../rules/live/live-draw.ts";

/** The first reply corrects the clock. */
const FIRST_MS = 600;

/**
 * @param now the server's time of the page
 * @returns the newest data, and what to add to the device's clock in ms; undefined on the server
 */
export function useLiveDraw(id: string, loaded: LiveDraw, now: number) {
  const [live, setLive] = useState(loaded);
  const [correction, setCorrection] = useState<number>();
  const newest = useRef<{ live: LiveDraw; limits: ClockLimits | undefined }>({ live: loaded, limits: undefined });
  useShopTime(now);
  const pauseMs = useCallback((failures: number, luck: number) => {
    const { live, limits } = newest.current;
    if (failures === 0 && !limits) return FIRST_MS * luck;
    const time = limits ? Date.now() + clockCorrection(limits) : shopNow();
    return spreadPause(livePause(live, time) ?? FIRST_MS, { failures, luck });
  }, []);
  const isFinal = livePause(live, now) === undefined;
  usePolledJson<LiveDraw>(isFinal ? undefined : `${liveAddress(id)}.json`, pauseMs, (reply, timing) => {
    const limits = narrowClock(newest.current.limits, timing);
    newest.current = { live: reply, limits };
    setLive(reply);
    setCorrection(clockCorrection(limits));
  });
  return { live, correction };
}
