/** Polls a small JSON address while its page is visible. */
import { useEffect, useEffectEvent } from "react";

/** Milliseconds until the next request, after so many failures in a row; `random` is from 0 to 1. */
type PauseMs = (failures: number, random: number) => number;

/** The device's times of request and reply in ms, and the headers from which the server's time follows. */
export type ReplyTiming = {
  readonly askedAt: number;
  readonly receivedAt: number;
  readonly date: string | null;
  readonly age: string | null;
};

/**
 * Requests an address again and again while the page is visible, and passes each reply on.
 * @param address fetched without cookies; undefined pauses
 * @param pauseMs must not change
 */
export function usePolledJson<Reply>(
  address: string | undefined,
  pauseMs: PauseMs,
  onReply: (reply: Reply, timing: ReplyTiming) => void,
): void {
  const receive = useEffectEvent(onReply);
  useEffect(() => {
    if (address === undefined) return;
    return pollWhileVisible(async (signal) => {
      const askedAt = Date.now();
      const reply = await fetch(address, { credentials: "omit", cache: "no-cache", signal });
      if (!reply.ok) return false;
      const receivedAt = Date.now();
      const { headers } = reply;
      const body: Reply = await reply.json();
      if (!signal.aborted) receive(body, { askedAt, receivedAt, date: headers.get("Date"), age: headers.get("Age") });
      return true;
    }, pauseMs);
  }, [address, pauseMs]);
}

/**
 * Polls while the page is visible and online; `poll` returns whether there was a reply. Returns how to stop
 * it.
 */
function pollWhileVisible(poll: (signal: AbortSignal) => Promise<boolean>, pauseMs: PauseMs): () => void {
  const end = new AbortController();
  const { signal } = end;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const isVisible = () => document.visibilityState === "visible" && navigator.onLine;
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (isVisible() && !signal.aborted) timer = setTimeout(run, ms);
  };
  const run = async () => {
    failures = (await poll(signal).catch(() => false)) ? 0 : failures + 1;
    schedule(pauseMs(failures, Math.random()));
  };
  // A returning visitor sees fresh data at once; after an outage the requests are spread.
  const resume = () => schedule(failures > 0 ? pauseMs(failures, Math.random()) : Math.random() * 1000);
  document.addEventListener("visibilitychange", resume, { signal });
  window.addEventListener("online", resume, { signal });
  window.addEventListener("offline", () => clearTimeout(timer), { signal });
  schedule(pauseMs(0, Math.random()));
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
