/** Polls the waiting room, also in a hidden tab, because its title shows the visitor's turn. */
import { useEffect, useEffectEvent, useState } from "react";
import { pollDelayMs, type LiveQueue } from "../rules/live-queue.ts";

async function fetchQueue(address: string, signal: AbortSignal): Promise<LiveQueue | undefined> {
  const reply = await fetch(address, { credentials: "omit", cache: "no-cache", signal });
  return reply.ok ? ((await reply.json()) as LiveQueue) : undefined;
}

/**
 * Polls, more rarely after failures; `onReply` gets undefined after one. @returns a function that stops it
 */
function poll(address: string, onReply: (live: LiveQueue | undefined, failures: number) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const schedule = () => {
    clearTimeout(timer);
    const isHidden = document.visibilityState === "hidden";
    if (!signal.aborted) timer = setTimeout(request, pollDelayMs(failures, { isHidden, luck: Math.random() }));
  };
  const request = async () => {
    const live = await fetchQueue(address, signal).catch(() => undefined);
    if (signal.aborted) return;
    failures = live ? 0 : failures + 1;
    onReply(live, failures);
    schedule();
  };
  // A visible tab polls at once; after failures it waits, so that visitors do not all send requests together.
  const onReturn = () => {
    if (document.visibilityState === "hidden" || failures > 0) return schedule();
    clearTimeout(timer);
    timer = setTimeout(request, Math.random() * 1000);
  };
  document.addEventListener("visibilitychange", onReturn, { signal });
  window.addEventListener("online", onReturn, { signal });
  schedule();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

/**
 * The newest state of the room; `isLate` after three failed requests in a row. `loaded`: the page's state.
 */
export function useLiveQueue(lotteryId: string, loaded: LiveQueue): { live: LiveQueue; isLate: boolean } {
  // A reply counts only for the page load that it belongs to.
  const [latest, setLatest] = useState<{ loaded: LiveQueue; live: LiveQueue }>();
  const [isLate, setLate] = useState(false);
  const onReply = useEffectEvent((live: LiveQueue) => setLatest({ loaded, live }));
  const isOver = loaded.phase === "over";

  useEffect(() => {
    if (isOver) return;
    return poll(`/lottery/${lotteryId}/queue.json`, (live, failures) => {
      if (live) onReply(live);
      setLate(failures > 2);
    });
  }, [lotteryId, isOver]);

  return { live: latest?.loaded === loaded ? latest.live : loaded, isLate };
}
