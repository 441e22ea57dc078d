/** The numbers of tickets of a draw that its open page updates by polling. */
import { isSelling, salePhase, ticketsLeft } from "./lifecycle.ts";
import type { LotteryView } from "./lottery-view.ts";
import type { Lottery } from "./lottery.ts";
import { entryCount } from "./purchase/odds.ts";

/** Public data only, identical for all visitors. */
export type LiveStock = Pick<LotteryView, "total" | "sold" | "held" | "among" | "phase">;

/** Where the page polls. */
export function stockAddress(lotteryId: string): string {
  return `/lottery/${lotteryId}/stock.json`;
}

/** The reply to a poll. */
export function liveStock(lottery: Lottery, now: Date): LiveStock {
  return {
    total: lottery.ticketsAvailable,
    sold: lottery.ticketsSold,
    held: lottery.ticketsHeld,
    among: entryCount(lottery, now),
    phase: salePhase(lottery, now),
  };
}

type StockView = Pick<LotteryView, "left" | "phase">;

/** Updates the page's draw. `ownHeld` are the visitor's reserved tickets, which can be chosen again. */
export function withStock<Shown extends StockView>(lottery: Shown, stock: LiveStock, ownHeld: number): Shown {
  const { total, sold, among, phase } = stock;
  const held = Math.max(0, stock.held - ownHeld);
  const left = ticketsLeft({ ticketsAvailable: total, ticketsSold: sold, ticketsHeld: held });
  const sellingPhase = left > 0 ? "on_sale" : "sold_out";
  return { ...lottery, total, sold, held, among, left, phase: isSelling(phase) ? sellingPhase : phase };
}

/** The delay between two polls, and the longest one after failures. */
const POLL_EVERY_MS = 5_000;
const LONGEST_MS = 60_000;

/** The polling interval after consecutive `failures`. `luck` (0 to 1) spreads pages opened together. */
export function pauseMs(failures: number, luck: number): number {
  return Math.round(Math.min(POLL_EVERY_MS * 2 ** failures, LONGEST_MS) * (0.8 + 0.4 * luck));
}
