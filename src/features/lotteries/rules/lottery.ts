import { type Locale, type LocalizedText, wordsIn } from "#shared/locale.ts";
import type { FocalPoint, Picture } from "#shared/picture.ts";
import type { Cancellation } from "./cancel-reason.ts";
import type { PublicFacts } from "./facts.ts";
import type { CountedSale } from "./odds.ts";
import type { QueueTimes } from "./queue-stage.ts";

export type { LocalizedText as Messages };

/** The facts that its form writes, and what the shop counts, stamps and draws; `images` are in display order. */
export type Lottery = CountedSale &
  PublicFacts & {
    readonly id: string;
    readonly shortNumber: number;
    readonly takesFreeEntries: boolean;
    /** Of `ticketsHeld`, what newcomers hold. */
    readonly heldByNewcomers: number;
    readonly queue: QueueTimes | undefined;
    readonly images: readonly LotteryImage[];
    readonly winnerId: string | undefined;
    readonly winnerPhotoUrl: string | undefined;
    readonly winnerPhotoFocus?: FocalPoint | undefined;
    /** Undefined while it stands, and for those that were cancelled before there was a list of reasons. */
    readonly cancellation: Cancellation | undefined;
    readonly createdAt: Date;
  };
export type LotteryImage = { readonly id: string; readonly displayOrder: number; readonly picture: Picture };

export function inLanguage(words: LocalizedText, locale: Locale): string {
  return wordsIn(words, locale);
}
