/** The prizes of a draw after the first one, which is the draw's own title and value. */
import { z } from "zod";
import type { Picture, HashedPicture } from "#shared/brand/picture.ts";
import { type Locale, type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { type Car, carIn, carShape, type ShownCar } from "./car.ts";

/** A draw has up to ten prizes (docs/draw-protocol.md). */
export const MAX_FURTHER_PRIZES = 9;

/** `details` are lines of facts; empty if there are none. */
export type FurtherPrize = {
  readonly title: LocalizedText;
  readonly value: Pence;
  readonly details: LocalizedText;
  readonly car: Car | undefined;
  /** In display order. */
  readonly pictures: readonly HashedPicture[];
};

const text = z.object({ en: z.string(), fr: z.string().optional() });
const picture = z
  .object({
    url: z.string(),
    width: z.int(),
    height: z.int(),
    widths: z.array(z.int()),
    placeholder: z.string(),
    file_hashes: z.record(z.string(), z.string()),
  })
  .transform(({ file_hashes: fileHashes, ...rest }): HashedPicture => ({ ...rest, fileHashes }));
const stored = z.array(
  z.object({
    title: text,
    value_pence: z.int().min(0),
    details: text,
    car: carShape.optional(),
    pictures: z.array(picture).default([]),
  }),
);

/** Reads the column `further_prizes`. */
export function parseFurtherPrizes(row: unknown): FurtherPrize[] {
  return stored.parse(row).map(({ title, value_pence, details, car, pictures }) => ({
    title: { en: title.en, fr: title.fr },
    value: pence(value_pence),
    details: { en: details.en, fr: details.fr },
    car,
    pictures,
  }));
}

/** The value of the column `further_prizes`. */
export function storedPrizes(prizes: readonly FurtherPrize[]): string {
  return JSON.stringify(
    prizes.map(({ title, value, details, car, pictures }) => ({
      title,
      value_pence: value,
      details,
      car,
      pictures: pictures.map(({ url, width, height, widths, placeholder, fileHashes }) => ({
        ...{ url, width, height, widths, placeholder },
        file_hashes: fileHashes,
      })),
    })),
  );
}

/** A further prize in the reader's language. `place` is from 2 on. */
export type ShownPrize = {
  readonly place: number;
  readonly title: string;
  readonly value: Pence;
  readonly details: string;
  readonly car: ShownCar | undefined;
  readonly pictures: readonly Picture[];
};

/** The further prizes in the reader's language. */
export function shownPrizes(prizes: readonly FurtherPrize[], locale: Locale): ShownPrize[] {
  return prizes.map(({ title, value, details, car, pictures }, index) => ({
    place: index + 2,
    title: wordsIn(title, locale),
    value,
    details: wordsIn(details, locale),
    car: car && carIn(car, locale),
    pictures: pictures.map(({ fileHashes: _, ...shown }) => shown),
  }));
}

/** The addresses of all pictures of further prizes. */
export function prizePictureUrls(prizes: readonly Pick<FurtherPrize, "pictures">[]): string[] {
  return prizes.flatMap(({ pictures }) => pictures.map(({ url }) => url));
}

type Prizes = { readonly title: LocalizedText; readonly priceValue: Pence; readonly furtherPrizes: readonly FurtherPrize[] };

/** The title of a prize, counted from 1. */
export function prizeTitle({ title, furtherPrizes }: Omit<Prizes, "priceValue">, place: number): LocalizedText {
  return place === 1 ? title : (furtherPrizes[place - 2]?.title ?? title);
}

/** The value of a prize, counted from 1. */
export function prizeValue({ priceValue, furtherPrizes }: Omit<Prizes, "title">, place: number): Pence {
  return place === 1 ? priceValue : (furtherPrizes[place - 2]?.value ?? priceValue);
}
