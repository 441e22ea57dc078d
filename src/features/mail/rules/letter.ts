/** Letters to the people with tickets in a draw: service mail that needs no consent (record 0121). */
import { type Locale, wordsIn } from "#shared/language/locale.ts";
import { isInUse } from "#shared/language/own-languages.ts";
import { PLACEHOLDER } from "#shared/text/placeholders.ts";
import { words } from "#shared/text/words.ts";
import { findRefusedPhrase } from "./advertising-words.ts";

/** What a letter is about. */
export const LETTER_TOPICS = ["draw", "order"] as const;
export type LetterTopic = (typeof LETTER_TOPICS)[number];

/** In characters. */
export const LONGEST_LETTER = { subject: 150, text: 5_000 } as const;

export const LETTER_PLACEHOLDERS = words("name draw shop");
export type LetterValues = Readonly<Record<(typeof LETTER_PLACEHOLDERS)[number], string>>;

const nameIn = (name: string) => LETTER_PLACEHOLDERS.find((known) => known === name);

export function fillLetter(text: string, values: LetterValues): string {
  return text.replaceAll(PLACEHOLDER, (written: string, inner: string) => {
    const name = nameIn(inner);
    return name === undefined ? written : values[name];
  });
}

/** Which text a reader gets: the French one, if there is one, or the English one. */
export function readsFrench(locale: Locale): boolean {
  return wordsIn({ en: false, fr: true }, locale);
}

export type LetterTexts = Readonly<Record<"subject" | "text" | "subjectFr" | "textFr", string>>;
/**
 * `unknown_placeholder`: one that letters do not have. `other_draw`: a link to another draw. `advertising`:
 * a phrase that presses players to buy or promises wins; not even campaigns may contain it.
 */
export type LetterProblem = "no_subject" | "no_text" | "too_long" | "unknown_placeholder" | "other_draw" | "advertising";

/** A draw's pages and its question, with the draw's id. */
const DRAW_PATH = /\/(?:lottery|draws|quiz)\/([0-9a-f-]{36})/gi;

function problemOf(typed: string, longest: number, lotteryId: string): LetterProblem | undefined {
  if (typed.length > longest) return "too_long";
  if ([...typed.matchAll(PLACEHOLDER)].some(([, name = ""]) => nameIn(name) === undefined)) return "unknown_placeholder";
  if ([...typed.matchAll(DRAW_PATH)].some(([, id]) => id?.toLowerCase() !== lotteryId)) return "other_draw";
  return findRefusedPhrase(typed) && "advertising";
}

/**
 * The first problem of each text in the languages in use. With both, the French texts are both given or
 * both empty.
 */
export function checkLetter(texts: LetterTexts, lotteryId: string) {
  const problems: Partial<Record<keyof LetterTexts, LetterProblem>> = {};
  const check = (subject: "subject" | "subjectFr", text: "text" | "textFr", isRequired: boolean) => {
    const subjectProblem =
      texts[subject] === "" && isRequired ? "no_subject" : problemOf(texts[subject], LONGEST_LETTER.subject, lotteryId);
    const textProblem = texts[text] === "" && isRequired ? "no_text" : problemOf(texts[text], LONGEST_LETTER.text, lotteryId);
    if (subjectProblem) problems[subject] = subjectProblem;
    if (textProblem) problems[text] = textProblem;
  };
  if (isInUse("en")) check("subject", "text", true);
  if (isInUse("fr")) check("subjectFr", "textFr", !isInUse("en") || texts.subjectFr !== "" || texts.textFr !== "");
  return problems;
}
