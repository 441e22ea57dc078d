/** A draw as screens show it: in one language, at one moment, without anything that is nobody's business. */
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { EntryCount } from "#shared/odds.ts";
import type { Picture } from "#shared/picture.ts";
import { inLanguage, type Lottery } from "./lottery.ts";
import { entryCount } from "./odds.ts";
import { lastCardDay } from "./postal-days.ts";
import { type SalePhase, salePhase, ticketsLeft } from "./sale.ts";

/** Days are "yyyy-mm-dd" in Europe/London, instants are in milliseconds. */
export type Showcase = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly total: number;
  /** What odds are counted among. */
  readonly among: EntryCount;
  readonly sold: number;
  /** Reserved for others, who are paying. */
  readonly held: number;
  /** The most tickets that one person may buy, if there is such a number. */
  readonly maxPerPerson: number | undefined;
  /** What can be bought now: neither sold nor reserved for somebody who is paying. */
  readonly left: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly closesAt: number;
  readonly phase: SalePhase;
  /** The last day on which a card by post may arrive, where cards count: free entries stand outside `total`, `sold` and `left`. */
  readonly cardsUntil: string | undefined;
  readonly pictures: readonly Picture[];
};

/** On home those that sell come first, then those that are announced, then those that sell no more; each as they came. */
export function inHomeOrder(draws: readonly Showcase[]): Showcase[] {
  const rank = ({ phase }: Showcase) => (phase === "on_sale" ? 0 : phase === "upcoming" ? 1 : 2);
  return draws.toSorted((a, b) => rank(a) - rank(b));
}

/** A draw as lists and home show it, in the reader's language. */
export function showcase(lottery: Lottery, locale: Locale, now: Date): Showcase {
  return {
    id: lottery.id,
    title: inLanguage(lottery.title, locale),
    description: inLanguage(lottery.description, locale),
    pricePerTicket: lottery.pricePerTicket,
    priceValue: lottery.priceValue,
    total: lottery.ticketsAvailable,
    among: entryCount(lottery, now),
    sold: lottery.ticketsSold,
    held: lottery.ticketsHeld,
    maxPerPerson: lottery.maxPerPerson,
    left: ticketsLeft(lottery),
    startDate: lottery.startDate,
    endDate: lottery.endDate,
    closesAt: lottery.closesAt.getTime(),
    phase: salePhase(lottery, now),
    cardsUntil: lottery.takesFreeEntries ? lastCardDay(lottery.endDate) : undefined,
    pictures: lottery.images.map((image) => image.picture),
  };
}
