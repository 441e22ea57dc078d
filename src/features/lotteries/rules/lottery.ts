/** A draw as the server reads it, without the right answer of its question. */
import type { FocalPoint, Picture } from "#shared/brand/picture.ts";
import { type Locale, type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import type { Cancellation } from "./cancel-reason.ts";
import type { PublicFacts } from "./fields/facts.ts";
import type { CountedSale } from "./purchase/odds.ts";
import type { QueueTimes } from "./queue-stage.ts";

export type { LocalizedText as Messages };

/** A picture of a draw; its place in the gallery is `displayOrder`. */
export type LotteryImage = { readonly id: string; readonly displayOrder: number; readonly picture: Picture };

export type WinnerPhoto = { readonly url: string; readonly focus: FocalPoint | undefined };

/** The facts of a draw's form, its numbers of tickets and its times; `images` are in display order. */
export type Lottery = CountedSale &
  PublicFacts & {
    readonly id: string;
    readonly shortNumber: number;
    readonly takesFreeEntries: boolean;
    /** The part of `ticketsHeld` held by newcomers. */
    readonly heldByNewcomers: number;
    readonly queue: QueueTimes | undefined;
    readonly images: readonly LotteryImage[];
    /** The winner's account. */
    readonly winnerId: string | undefined;
    readonly winnerPhotoUrl: string | undefined;
    readonly winnerPhotoFocus?: FocalPoint | undefined;
    /** Of the winners of further prizes. */
    readonly prizePhotos?: readonly (WinnerPhoto & { readonly place: number })[] | undefined;
    /** Undefined unless cancelled, and for old cancellations without a reason. */
    readonly cancellation: Cancellation | undefined;
    readonly createdAt: Date;
  };

type Photographed = Pick<Lottery, "winnerPhotoUrl" | "winnerPhotoFocus" | "prizePhotos">;

/** The photo of a prize's winner. `place` counts from 1. */
export function winnerPhoto(lottery: Photographed, place: number): WinnerPhoto | undefined {
  const { winnerPhotoUrl: url, winnerPhotoFocus: focus, prizePhotos } = lottery;
  if (place === 1) return url === undefined ? undefined : { url, focus };
  return prizePhotos?.find((photo) => photo.place === place);
}

/** The text in this language; the English one if there is no other. */
export function inLanguage(words: LocalizedText, locale: Locale): string {
  return wordsIn(words, locale);
}
