/** A drawn lottery in the list of results. */
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import type { FocalPoint, Picture } from "#shared/brand/picture.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";

/** `winnerName` is undefined if the winner's account is erased. */
export type Result = { readonly lottery: Lottery; readonly winnerName: string | undefined; readonly drawnAt: Date | undefined };

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
};

/** In the reader's language. The day is that of the draw, else of the end of sales. */
export function pastDraw({ lottery, winnerName, drawnAt }: Result, locale: Locale): PastDraw {
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
  };
}
