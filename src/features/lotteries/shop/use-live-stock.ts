/** The stock of a draw as it is now, while its page is looked at. */
import { useEffect, useEffectEvent, useState } from "react";
import { isSelling } from "../rules/lifecycle.ts";
import { type LiveStock, pauseMs, withStock } from "../rules/live-stock.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/**
 * @param ownHeld what is reserved for the visitor
 * @param onPhase called where the page has to look different: nothing is left, something has come back, sales are over
 */
export function useLiveStock(lottery: LotteryView, ownHeld: number, onPhase: () => void): LotteryView {
  const [news, setNews] = useState<{ of: LotteryView; stock: LiveStock }>();
  useStockNews(lottery, (stock) => {
    if (withStock(lottery, stock, ownHeld).phase === lottery.phase) setNews({ of: lottery, stock });
    else onPhase();
  });
  // What the page was loaded with is newer than news of before.
  return news?.of === lottery ? withStock(lottery, news.stock, ownHeld) : lottery;
}

/** Calls `onNews` with the draw's stock every few seconds while tickets can be bought or come back. */
export function useStockNews({ id, phase }: Pick<LotteryView, "id" | "phase">, onNews: (stock: LiveStock) => void): void {
  const isOpen = isSelling(phase);
  const hear = useEffectEvent(onNews);
  useEffect(() => {
    if (!isOpen) return;
    return whileSeen(async (signal) => {
      const reply = await fetch(`/lottery/${id}/stock.json`, { credentials: "omit", cache: "no-cache", signal });
      if (!reply.ok) return false;
      const stock: LiveStock = await reply.json();
      if (!signal.aborted) hear(stock);
      return true;
    });
  }, [id, isOpen]);
}

/** Asks again and again while somebody can see it and there is a network; `ask` says whether there was an answer. Returns what ends that. */
function whileSeen(ask: (signal: AbortSignal) => Promise<boolean>): () => void {
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
