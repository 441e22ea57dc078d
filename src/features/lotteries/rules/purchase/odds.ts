/** The number of entries among which the odds of a ticket are counted. */
import type { EntryCount } from "#shared/money/odds.ts";
import { type Sale, salePhase } from "../lifecycle.ts";

/** A sale, and its valid entries by post, which come on top of the tickets on sale. */
export type CountedSale = Sale & { readonly freeEntries: number };

/**
 * While sales can go on, all tickets count; afterwards (`isFinal`) only sold and reserved ones. At least
 * one.
 */
export function entryCount(sale: CountedSale, now: Date): EntryCount {
  const phase = salePhase(sale, now);
  const isFinal = phase === "closed" || phase === "completed";
  const tickets = isFinal ? sale.ticketsSold + sale.ticketsHeld : sale.ticketsAvailable;
  return { entries: Math.max(1, tickets + sale.freeEntries), free: sale.freeEntries, isFinal };
}
