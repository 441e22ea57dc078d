/** The question before the payment, and the check of its answer. */
import { z } from "zod";
import { type Locale, wordsIn } from "#shared/language/locale.ts";

const text = z.object({ en: z.string().min(1), fr: z.string().min(1) });
const schema = z.object({ question: text, options: z.array(text.extend({ id: z.string().min(1) })).length(4) });

/**
 * A question with four options, in both languages. Excludes the right option, which must not reach a
 * browser.
 */
export type Quiz = z.infer<typeof schema>;

/** The question of a new draw. Source: specification, section 9. */
export const DEFAULT_QUIZ: Quiz = {
  question: { en: "What is the make of this car?", fr: "Quelle est la marque de cette voiture ?" },
  options: ["Mercedes-Benz", "BMW", "Audi", "Porsche"].map((name) => ({ id: name.toLowerCase(), en: name, fr: name })),
};

/** Checks a stored question; throws if it is invalid. */
export function parseQuiz(stored: unknown): Quiz {
  return schema.parse(stored);
}

/** Whether the answer is the right option; if none is set, any option is right. */
export function isRightAnswer(quiz: Quiz, rightOption: string | undefined, answer: string | undefined): boolean {
  if (!quiz.options.some((option) => option.id === answer)) return false;
  return rightOption === undefined || answer === rightOption;
}

/** The text of the chosen option, or its id if the question has no such option any more. */
export function answerText(quiz: Quiz, answer: string | undefined, locale: Locale): string | undefined {
  const chosen = quiz.options.find((option) => option.id === answer);
  return chosen ? wordsIn(chosen, locale) : answer;
}

/** The question and its options in one language. */
export function quizIn(quiz: Quiz, locale: Locale): { question: string; options: { id: string; text: string }[] } {
  const options = quiz.options.map((option) => ({ id: option.id, text: wordsIn(option, locale) }));
  return { question: wordsIn(quiz.question, locale), options };
}
