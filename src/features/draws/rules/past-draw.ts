import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { type Day, londonDate } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { FocalPoint, Picture } from "#shared/picture.ts";

/** A lottery with its result; `winnerName` is undefined where the winner's account is erased. */
export type Result = { readonly lottery: Lottery; readonly winnerName: string | undefined; readonly drawnAt: Date | undefined };

export type PastDraw = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priceValue: Pence;
  readonly winnerName: string | undefined;
  readonly drawnOn: Day;
  /** Address of the winner's photo, if there is one; else the draw's first picture stands for it. */
  readonly photoUrl: string | undefined;
  readonly photoFocus?: FocalPoint | undefined;
  readonly picture: Picture | undefined;
};

/** A result in the reader's language; the day is that of the drawing, else the last of the sales. */
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
