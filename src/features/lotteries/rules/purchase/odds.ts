import type { EntryCount } from "#shared/money/odds.ts";
import { type Sale, salePhase } from "../lifecycle.ts";

/** `freeEntries` are the valid ones, in addition to the tickets on sale. */
export type CountedSale = Sale & { readonly freeEntries: number };

/** During sales all tickets count; afterwards only sold and reserved ones. */
export function entryCount(sale: CountedSale, now: Date): EntryCount {
  const phase = salePhase(sale, now);
  const isFinal = phase === "closed" || phase === "completed";
  const tickets = isFinal ? sale.ticketsSold + sale.ticketsHeld : sale.ticketsAvailable;
  return { entries: Math.max(1, tickets + sale.freeEntries), free: sale.freeEntries, isFinal };
}
