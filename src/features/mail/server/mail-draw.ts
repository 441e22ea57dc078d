import { shownCancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { MailDraw } from "./mails/mail.ts";

/** What mails say about a draw, in the reader's language. */
export function mailDrawOf(lottery: Lottery, locale: Locale): MailDraw {
  return {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    name: inLanguage(lottery.title, locale),
    dates: drawDates(lottery),
    cancellation: shownCancellation(lottery.cancellation, locale),
    picture: lottery.images[0]?.picture,
  };
}
