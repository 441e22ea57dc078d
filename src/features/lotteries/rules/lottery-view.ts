/** A draw as pages show it, in one language. */
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { formatOpening } from "#shared/dates/draw-hours.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { EntryCount } from "#shared/money/odds.ts";
import { type ShownCancellation, shownCancellation } from "./cancel-reason.ts";
import { drawDates } from "./dates/draw-dates.ts";
import { type PublicFacts, type ShownFacts, shownFacts } from "./fields/facts.ts";
import { type SalePhase, salePhase, ticketsLeft } from "./lifecycle.ts";
import type { Lottery } from "./lottery.ts";
import { entryCount } from "./purchase/odds.ts";
import { type QueueView, queueView } from "./queue-stage.ts";

/** "4 December 2026", with "at 18:00" if sales do not open at the start of the day. */
export type ShownOpening = Readonly<Record<"long" | "short", string>>;

/**
 * Days are "yyyy-mm-dd" in Europe/London, times are in ms. `total`, `sold` and `held` are numbers of
 * tickets.
 */
export type LotteryView = ShownFacts & {
  readonly id: string;
  readonly total: number;
  /** The entries among which odds are counted. */
  readonly among: EntryCount;
  readonly sold: number;
  readonly held: number;
  /** Tickets that can be bought now. */
  readonly left: number;
  readonly opensAt: number;
  readonly opens: ShownOpening;
  readonly closesAt: number;
  readonly dates: DrawDates;
  readonly phase: SalePhase;
  readonly isShopShut: boolean;
  /** The last day for postal cards. Free entries are not part of `total`, `sold` and `left`. */
  readonly cardsUntil: string | undefined;
  /** Undefined without a waiting room. */
  readonly queue: QueueView | undefined;
  readonly pictures: readonly Picture[];
  readonly cancellation: ShownCancellation | undefined;
};

/** The opening of sales as text. */
export function shownOpening(facts: Pick<PublicFacts, "startDate" | "startTime">, locale: Locale): ShownOpening {
  return { long: formatOpening(facts, locale), short: formatOpening(facts, locale, "short") };
}

/** The order on the home page: on sale, then upcoming, then ended; otherwise unchanged. */
export function inHomeOrder(draws: readonly LotteryView[]): LotteryView[] {
  const rank = ({ phase }: LotteryView) => (phase === "on_sale" ? 0 : phase === "upcoming" ? 1 : 2);
  return draws.toSorted((a, b) => rank(a) - rank(b));
}

/** The view of a draw at `now`. */
export function toLotteryView(lottery: Lottery, locale: Locale, now: Date): LotteryView {
  const dates = drawDates(lottery);
  return {
    id: lottery.id,
    ...shownFacts(lottery, locale),
    total: lottery.ticketsAvailable,
    among: entryCount(lottery, now),
    sold: lottery.ticketsSold,
    held: lottery.ticketsHeld,
    left: ticketsLeft(lottery),
    opensAt: lottery.opensAt.getTime(),
    opens: shownOpening(lottery, locale),
    closesAt: lottery.closesAt.getTime(),
    dates,
    phase: salePhase(lottery, now),
    isShopShut: lottery.isShopShut === true,
    cardsUntil: dates.lastPostOn,
    queue: queueView(lottery, now),
    pictures: lottery.images.map((image) => image.picture),
    cancellation: shownCancellation(lottery.cancellation, locale),
  };
}

type Closing = { readonly id: string; readonly phase: SalePhase; readonly closesAt: number };

/** The draw on sale whose sales end first; the first in the list if several end together. */
export function closingFirst(draws: readonly Closing[]): string | undefined {
  const onSale = draws.filter(({ phase }) => phase === "on_sale");
  return onSale.toSorted((a, b) => a.closesAt - b.closesAt)[0]?.id;
}
