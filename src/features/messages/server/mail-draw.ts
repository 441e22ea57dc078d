/** A draw as mails tell of it, in the reader's language. */
import { shownCancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import type { Locale } from "#shared/locale.ts";
import type { MailDraw } from "./mails/mail.ts";

export function mailDrawOf(lottery: Lottery, locale: Locale): MailDraw {
  return {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    name: inLanguage(lottery.title, locale),
    endDate: lottery.endDate,
    cancellation: shownCancellation(lottery.cancellation, locale),
    picture: lottery.images[0]?.picture,
  };
}
