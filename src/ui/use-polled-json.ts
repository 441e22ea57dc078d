/** Reads a small JSON address again and again while its page is looked at. */
import { useEffect, useEffectEvent } from "react";

/** Milliseconds until the next read, after so many failures in a row; `luck` is from 0 to 1. */
type PauseMs = (failures: number, luck: number) => number;

/** @param address the same for all visitors, no cookie is sent; undefined while there is nothing to read. `pauseMs` must not change. */
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

/** Asks again and again while somebody can see it and there is a network; `ask` says whether there was an answer. Returns what ends that. */
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
  // Whoever comes back sees what is left at once; a crowd whose network returns does not ask at once.
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
