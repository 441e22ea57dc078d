/** Keeps the numbers of tickets of an open page up to date by polling. */
import { useState } from "react";
import { usePolledJson } from "#ui/loading/use-polled-json.ts";
import { isSelling } from "../rules/lifecycle.ts";
import { type LiveStock, pauseMs, stockAddress, withStock } from "../rules/live-stock.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/**
 * Returns the draw with its newest stock. `ownHeld`: tickets reserved for the visitor; `onPhase`: the phase
 * changed.
 */
export function useLiveStock(lottery: LotteryView, ownHeld: number, onPhase: () => void): LotteryView {
  const [polled, setPolled] = useState<{ loaded: LotteryView; stock: LiveStock }>();
  // Data of a new load is newer than earlier polls.
  const shown = withStock(lottery, polled?.loaded === lottery ? polled.stock : lottery, ownHeld);
  usePolledJson<LiveStock>(isSelling(lottery.phase) ? stockAddress(lottery.id) : undefined, pauseMs, (stock) => {
    if (withStock(lottery, stock, ownHeld).phase === shown.phase) setPolled({ loaded: lottery, stock });
    else onPhase();
  });
  return shown;
}
