/** A drawn lottery in the list of results. */
import { inLanguage, type Lottery, winnerPhoto, type WinnerPhoto } from "#features/lotteries/rules/lottery.ts";
import { type ShownPrize, shownPrizes } from "#features/lotteries/rules/prize/further-prizes.ts";
import type { FocalPoint, Picture } from "#shared/brand/picture.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { type Locale, localeTag } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";

/** Public names by the place of the prize; undefined for an erased account, missing without a winner. */
export type WinnerNames = ReadonlyMap<number, string | undefined>;

/** `winnerName` is undefined if the account of the first prize's winner is erased. */
export type Result = {
  readonly lottery: Lottery;
  readonly winnerName: string | undefined;
  /** Of further prizes. */
  readonly prizeWinners?: WinnerNames;
  readonly drawnAt: Date | undefined;
  readonly videoUrl: string | undefined;
};

/** `winner` is undefined for a prize without a winner, its name for an erased account. */
export type PastPrize = Pick<ShownPrize, "place" | "title" | "value"> & {
  readonly picture: Picture | undefined;
  readonly winner: { readonly name: string | undefined; readonly photo: WinnerPhoto | undefined } | undefined;
};

/** In one language. */
export type PastDraw = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priceValue: Pence;
  readonly winnerName: string | undefined;
  readonly drawnOn: Day;
  /** The winner's photo; pages fall back to the draw's first picture. */
  readonly photoUrl: string | undefined;
  readonly photoFocus?: FocalPoint | undefined;
  readonly picture: Picture | undefined;
  readonly furtherPrizes: readonly PastPrize[];
  /** A recording of the draw on another site. */
  readonly videoUrl: string | undefined;
};

/** In the reader's language. The day is that of the draw, else of the end of sales. */
export function pastDraw({ lottery, winnerName, prizeWinners = new Map(), drawnAt, videoUrl }: Result, locale: Locale): PastDraw {
  return {
    id: lottery.id,
    title: inLanguage(lottery.title, locale),
    description: inLanguage(lottery.description, locale),
    priceValue: lottery.priceValue,
    winnerName,
    drawnOn: drawnAt ? londonDate(drawnAt) : lottery.endDate,
    photoUrl: lottery.winnerPhotoUrl,
    photoFocus: lottery.winnerPhotoFocus,
    picture: lottery.images[0]?.picture,
    videoUrl,
    furtherPrizes: shownPrizes(lottery.furtherPrizes, locale).map(({ place, title, value, pictures }) => ({
      ...{ place, title, value },
      picture: pictures[0],
      winner: prizeWinners.has(place) ? { name: prizeWinners.get(place), photo: winnerPhoto(lottery, place) } : undefined,
    })),
  };
}

/** All won prizes of a draw as one, with the names of all winners, or none if one has no public name. */
export function asOnePrize({ furtherPrizes, ...draw }: PastDraw, locale: Locale) {
  const won = furtherPrizes.flatMap(({ title, value, winner }) => (winner ? [{ title, value, name: winner.name }] : []));
  const all = [{ title: draw.title, value: draw.priceValue, name: draw.winnerName }, ...won];
  const list = new Intl.ListFormat(localeTag(locale));
  const names = new Set(all.flatMap(({ name }) => name ?? []));
  return {
    ...draw,
    title: list.format(all.map(({ title }) => title)),
    priceValue: pence(all.reduce((sum, { value }) => sum + value, 0)),
    winnerName: all.some(({ name }) => name === undefined) ? undefined : list.format(names),
    first: { title: draw.title, winnerName: draw.winnerName },
  };
}
