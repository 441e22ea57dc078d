/** The preview of a draw beside its form, and what its tickets would bring in. */
import type { Picture } from "#shared/brand/picture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { fillEnglish } from "#shared/language/own-languages.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { drawDates } from "../dates/draw-dates.ts";
import { closingInstant, openingInstant } from "../dates/draw-hours.ts";
import { salePhase } from "../lifecycle.ts";
import { type LotteryView, shownOpening } from "../lottery-view.ts";
import { guessFacts, MOST_VALUE, shownFacts } from "./facts.ts";
import type { LotteryFields } from "./lottery-fields.ts";
import { splitPrizes } from "./prize-facts.ts";
import { isDay, looseCount, loosePounds, readMoney } from "./typed-values.ts";

/** `sold`: the tickets sold so far. */
type PreviewInput = {
  readonly fields: LotteryFields;
  readonly pictures: readonly Picture[];
  readonly sold: number;
  readonly locale: Locale;
  readonly now: Date;
};

/** The draw as visitors would see it, from any input, valid or not. */
export function previewOf({ fields, pictures, sold, locale, now }: PreviewInput): LotteryView {
  const today = londonDate(now);
  const facts = guessFacts(fillEnglish(fields), today);
  const opensAt = isDay(fields.start_date) ? openingInstant(facts.startDate, facts.startTime) : now;
  const closesAt = isDay(fields.end_date) ? closingInstant(facts.endDate, facts.endTime) : now;
  // Every published draw accepts postal entries.
  const dates = drawDates({ ...facts, takesFreeEntries: true });
  const status = facts.status === "draft" ? "active" : facts.status;
  const total = facts.ticketsAvailable;
  const stock = { ticketsAvailable: total, ticketsSold: sold, ticketsHeld: 0 };
  return {
    id: "preview",
    ...shownFacts(facts, locale),
    total,
    among: { entries: total, free: 0, isFinal: false },
    sold,
    held: 0,
    left: Math.max(0, total - sold),
    opensAt: opensAt.getTime(),
    opens: shownOpening(facts, locale),
    closesAt: closesAt.getTime(),
    dates,
    isShopShut: false,
    phase: salePhase({ ...stock, status, salesState: "open", opensAt, closesAt }, now),
    cardsUntil: dates.lastPostOn,
    queue: undefined,
    pictures,
    cancellation: undefined,
  };
}

/** The takings of all tickets without packs, and all prizes; undefined for an invalid price or number. */
export function prospect(
  fields: LotteryFields,
): { readonly takings: Pence; readonly tickets: number; readonly prize: Pence; readonly loses: boolean } | undefined {
  const [price, first] = [fields.price_per_ticket, fields.price_value].map((typed) => readMoney(typed, MOST_VALUE));
  const tickets = looseCount(fields.tickets_available);
  if (typeof price !== "number" || typeof first !== "number") return undefined;
  const prize = splitPrizes(fields.further_prizes).reduce((sum, { value }) => pence(sum + loosePounds(value)), first);
  const takings = price * tickets;
  if (tickets < 1 || !Number.isSafeInteger(takings)) return undefined;
  return { takings: pence(takings), tickets, prize, loses: takings < prize };
}
