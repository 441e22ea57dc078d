import { shownCancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { prizeTitle, prizeValue } from "#features/lotteries/rules/prize/further-prizes.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { MailDraw } from "./mails/mail.ts";

/** What mails say about a draw, in the reader's language. */
export function mailDrawOf(lottery: Lottery, locale: Locale): MailDraw {
  return {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    name: inLanguage(lottery.title, locale),
    prizes: prizesOf(lottery, locale),
    dates: drawDates(lottery),
    cancellation: shownCancellation(lottery.cancellation, locale),
    picture: lottery.images[0]?.picture,
  };
}

function prizesOf(lottery: Lottery, locale: Locale): MailDraw["prizes"] {
  const { length } = lottery.furtherPrizes;
  if (length === 0) return undefined;
  const places = Array.from({ length: length + 1 }, (_, index) => index + 1);
  return places.map((place) => ({ title: inLanguage(prizeTitle(lottery, place), locale), value: prizeValue(lottery, place) }));
}
