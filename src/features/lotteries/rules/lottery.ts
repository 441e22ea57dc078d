/** A lottery as the rest of the shop knows it. */
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { CountedSale } from "./odds.ts";
import type { Quiz } from "./quiz.ts";

/** A text in English, and in French where somebody wrote it. */
export type Words = { readonly en: string; readonly fr: string | undefined };

/** Days are "yyyy-mm-dd" in Europe/London; `images` are in display order. */
export type Lottery = CountedSale & {
  readonly id: string;
  readonly shortNumber: number;
  readonly title: Words;
  readonly description: Words;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly startDate: string;
  readonly endDate: string;
  readonly takesFreeEntries: boolean;
  /** Of `ticketsHeld`, what newcomers hold. */
  readonly heldByNewcomers: number;
  /** The most tickets that one person may buy; undefined: as many as there are. Free entries stand outside. */
  readonly maxPerPerson: number | undefined;
  readonly quiz: Quiz;
  readonly images: readonly LotteryImage[];
  readonly winnerId: string | undefined;
  readonly winnerPhotoUrl: string | undefined;
  readonly createdAt: Date;
};
export type LotteryImage = { readonly id: string; readonly displayOrder: number; readonly picture: Picture };

/** French falls back to English. */
export function inLanguage(words: Words, locale: Locale): string {
  return words[locale] ?? words.en;
}
