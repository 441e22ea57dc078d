/** The prizes of a draw after the first one, which is the draw's own title and value. */
import { z } from "zod";
import { type Locale, type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";

/** A draw has up to ten prizes (docs/draw-protocol.md). */
export const MAX_FURTHER_PRIZES = 9;

/** `details` are lines of facts; empty if there are none. */
export type FurtherPrize = { readonly title: LocalizedText; readonly value: Pence; readonly details: LocalizedText };

const text = z.object({ en: z.string(), fr: z.string().optional() });
const stored = z.array(z.object({ title: text, value_pence: z.int().min(0), details: text }));

export function parseFurtherPrizes(row: unknown): FurtherPrize[] {
  return stored.parse(row).map(({ title, value_pence, details }) => ({
    title: { en: title.en, fr: title.fr },
    value: pence(value_pence),
    details: { en: details.en, fr: details.fr },
  }));
}

export function storedPrizes(prizes: readonly FurtherPrize[]): string {
  return JSON.stringify(prizes.map(({ title, value, details }) => ({ title, value_pence: value, details })));
}

/** A further prize in the reader's language. `place` is from 2 on. */
export type ShownPrize = {
  readonly place: number;
  readonly title: string;
  readonly value: Pence;
  readonly details: string;
};

export function shownPrizes(prizes: readonly FurtherPrize[], locale: Locale): ShownPrize[] {
  return prizes.map(({ title, value, details }, index) => ({
    place: index + 2,
    title: wordsIn(title, locale),
    value,
    details: wordsIn(details, locale),
  }));
}

type Prizes = { readonly title: LocalizedText; readonly priceValue: Pence; readonly furtherPrizes: readonly FurtherPrize[] };

/** The title of a prize, counted from 1. */
export function prizeTitle({ title, furtherPrizes }: Omit<Prizes, "priceValue">, place: number): LocalizedText {
  return place === 1 ? title : (furtherPrizes[place - 2]?.title ?? title);
}

export function prizeValue({ priceValue, furtherPrizes }: Omit<Prizes, "title">, place: number): Pence {
  return place === 1 ? priceValue : (furtherPrizes[place - 2]?.value ?? priceValue);
}
