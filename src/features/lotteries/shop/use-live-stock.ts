import { useState } from "react";
import { usePolledJson } from "#ui/loading/use-polled-json.ts";
import { isSelling } from "../rules/lifecycle.ts";
import { type LiveStock, pauseMs, stockAddress, withStock } from "../rules/live-stock.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/** `ownHeld`: reserved for the visitor. `onPhase`: called when the phase changes. */
export function useLiveStock(lottery: LotteryView, ownHeld: number, onPhase: () => void): LotteryView {
  const [news, setNews] = useState<{ of: LotteryView; stock: LiveStock }>();
  // Loader data is newer than earlier polls.
  const shown = withStock(lottery, news?.of === lottery ? news.stock : lottery, ownHeld);
  usePolledJson<LiveStock>(isSelling(lottery.phase) ? stockAddress(lottery.id) : undefined, pauseMs, (stock) => {
    if (withStock(lottery, stock, ownHeld).phase === shown.phase) setNews({ of: lottery, stock });
    else onPhase();
  });
  return shown;
}
