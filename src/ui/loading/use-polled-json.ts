/** Polls a small JSON address while its page is visible. */
import { useEffect, useEffectEvent } from "react";

/** Milliseconds until the next read, after so many failures in a row; `luck` is from 0 to 1. */
type PauseMs = (failures: number, luck: number) => number;

/** @param address fetched without cookies; undefined pauses. `pauseMs` must not change. */
export function usePolledJson<Reply>(address: string | undefined, pauseMs: PauseMs, onReply: (reply: Reply) => void): void {
  const hear = useEffectEvent(onReply);
  useEffect(() => {
    if (address === undefined) return;
    return whileSeen(async (signal) => {
      const reply = await fetch(address, { credentials: "omit", cache: "no-cache", signal });
      if (!reply.ok) return false;
      const body: Reply = await reply.json();
      if (!signal.aborted) hear(body);
      return true;
    }, pauseMs);
  }, [address, pauseMs]);
}

/** Polls while visible and online; `ask` returns whether there was an answer. Returns how to stop it. */
function whileSeen(ask: (signal: AbortSignal) => Promise<boolean>, pauseMs: PauseMs): () => void {
  const end = new AbortController();
  const { signal } = end;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const canSee = () => document.visibilityState === "visible" && navigator.onLine;
  const again = (ms: number) => {
    clearTimeout(timer);
    if (canSee() && !signal.aborted) timer = setTimeout(run, ms);
  };
  const run = async () => {
    failures = (await ask(signal).catch(() => false)) ? 0 : failures + 1;
    again(pauseMs(failures, Math.random()));
  };
  // A returning visitor sees fresh data at once; after an outage the requests are spread.
  const back = () => again(failures > 0 ? pauseMs(failures, Math.random()) : Math.random() * 1000);
  document.addEventListener("visibilitychange", back, { signal });
  window.addEventListener("online", back, { signal });
  window.addEventListener("offline", () => clearTimeout(timer), { signal });
  again(pauseMs(0, Math.random()));
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
