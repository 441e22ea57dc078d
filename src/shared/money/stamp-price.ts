import type { Day } from "../dates/dates.ts";
import { type Pence, pence } from "./money.ts";

/** The price of a stamp from a day on. */
export type StampPrice = { readonly from: Day; readonly price: Pence };

const RULE = /^(\d{4}-\d\d-\d\d)=(\d{1,2}\.\d\d)$/;

/**
 * Parses `2026-04-07=1.80,2027-04-05=1.95`: days and pounds. Undefined if it is malformed or out of order.
 */
export function parseStampPrices(text: string): readonly StampPrice[] | undefined {
  const prices: StampPrice[] = [];
  for (const part of text.split(",")) {
    const [, from = "", pounds] = RULE.exec(part.trim()) ?? [];
    const isDay = new Date(`${from}T00:00:00Z`).toJSON()?.startsWith(from);
    if (!isDay || from <= (prices.at(-1)?.from ?? "")) return undefined;
    prices.push({ from, price: pence(Math.round(Number(pounds) * 100)) });
  }
  return prices;
}
