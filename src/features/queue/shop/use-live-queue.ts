/** Polls the waiting room, also in a hidden tab, because its title shows the visitor's turn. */
import { useEffect, useEffectEvent, useState } from "react";
import { askAgainMs, type LiveQueue } from "../rules/live-queue.ts";

export function useLiveQueue(lotteryId: string, loaded: LiveQueue): { live: LiveQueue; isLate: boolean } {
  const [news, setNews] = useState<{ of: LiveQueue; live: LiveQueue }>();
  const [isLate, setLate] = useState(false);
  const hear = useEffectEvent((live: LiveQueue) => setNews({ of: loaded, live }));
  const isOver = loaded.phase === "over";

  useEffect(() => {
    if (isOver) return;
    return asking(`/lottery/${lotteryId}/queue.json`, (live, failures) => {
      if (live) hear(live);
      setLate(failures > 2);
    });
  }, [lotteryId, isOver]);

  return { live: news?.of === loaded ? news.live : loaded, isLate };
}

/** Polls, more rarely after failures. Returns a function that stops it. */
function asking(address: string, tell: (live: LiveQueue | undefined, failures: number) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const again = () => {
    clearTimeout(timer);
    const isHidden = document.visibilityState === "hidden";
    if (!signal.aborted) timer = setTimeout(run, askAgainMs(failures, { isHidden, luck: Math.random() }));
  };
  const run = async () => {
    const live = await ask(address, signal).catch(() => undefined);
    if (signal.aborted) return;
    failures = live ? 0 : failures + 1;
    tell(live, failures);
    again();
  };
  // A visible tab polls at once; after failures the delay stays, so that a crowd does not ask together.
  const back = () => {
    if (document.visibilityState === "hidden" || failures > 0) return again();
    clearTimeout(timer);
    timer = setTimeout(run, Math.random() * 1000);
  };
  document.addEventListener("visibilitychange", back, { signal });
  window.addEventListener("online", back, { signal });
  again();
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}

async function ask(address: string, signal: AbortSignal): Promise<LiveQueue | undefined> {
  const reply = await fetch(address, { credentials: "omit", cache: "no-cache", signal });
  return reply.ok ? ((await reply.json()) as LiveQueue) : undefined;
}
