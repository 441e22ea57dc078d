/** The texts that a draw lacks in one of the shop's own languages, whether that language is in use or not. */
import type { LocalizedText, OwnLocale } from "#shared/language/locale.ts";
import { isFrenchOnly } from "#shared/language/own-languages.ts";
import type { LotteryDraft } from "./facts.ts";

/** In the order of the form. */
export type DrawText = "title" | "description" | "question" | "prizes";
/** `isFinal`: the draw has orders, so its texts can no longer be changed. */
export type UntranslatedDraw = {
  readonly id: string;
  readonly title: LocalizedText;
  readonly missing: readonly DrawText[];
  readonly isFinal: boolean;
};

type Texts = Pick<LotteryDraft, "title" | "description" | "quiz" | "furtherPrizes">;

const isRepeated = ({ en, fr }: LocalizedText) => en === fr;

/**
 * French is missing if it is empty. English is never empty: it repeats the French of a draw that was written
 * without it. A title alone may be the same in both languages.
 */
export function missingTexts({ title, description, quiz, furtherPrizes }: Texts, locale: OwnLocale): DrawText[] {
  const isFrench = isFrenchOnly(description);
  if (locale === "en" && !isFrench) return [];
  const isMissing = locale === "en" ? isRepeated : (text: LocalizedText) => text.fr === undefined;
  const missing: Record<DrawText, boolean> = {
    title: isMissing(title),
    description: isMissing(description),
    // A stored question has both languages: the missing one repeats the other.
    question: isRepeated(quiz.question) && isFrench === (locale === "en"),
    prizes: furtherPrizes.some((prize) => isMissing(prize.title)),
  };
  return (Object.keys(missing) as DrawText[]).filter((text) => missing[text]);
}
