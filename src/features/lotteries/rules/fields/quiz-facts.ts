/** The question of a draw with its four options, and the right one. */
import { z } from "zod";
import { isFrenchOnly, isInUse } from "#shared/language/own-languages.ts";
import { DEFAULT_QUIZ, parseQuiz, type Quiz, quizIn } from "../purchase/quiz.ts";
import type { FactOptions, Fact, NoteProblem, TypedFields } from "./fact.ts";

const OPTIONS = [0, 1, 2, 3] as const;
const OPTION_FIELDS = ["option0", "option1", "option2", "option3"] as const;
const OPTION_FR_FIELDS = ["option0_fr", "option1_fr", "option2_fr", "option3_fr"] as const;
const QUIZ_FIELDS = ["question", "question_fr", ...OPTION_FIELDS, ...OPTION_FR_FIELDS] as const;
type QuizField = (typeof QUIZ_FIELDS)[number];

/** The fields of the four options. */
export const optionFields = OPTIONS.map((i) => ({ en: OPTION_FIELDS[i], fr: OPTION_FR_FIELDS[i] }));

const words = z.object({ en: z.string(), fr: z.string() });

function noteSameOptions(typed: TypedFields<QuizField>, note: NoteProblem<QuizField>): void {
  const options = optionFields.map(({ en }) => typed[en].trim());
  for (const [i, { en }] of optionFields.entries()) if (options.indexOf(options[i] ?? "") !== i) note(en, "same_option");
}

/** A question needs both languages; missing French is stored in English. */
function quizOf(typed: TypedFields<QuizField>, ids: readonly string[]): Quiz {
  const text = (en: string, fr: string) => ({ en: en.trim(), fr: fr.trim() || en.trim() });
  return {
    question: text(typed.question, typed.question_fr),
    options: optionFields.map(({ en, fr }, i) => ({ id: ids[i] ?? String(i), ...text(typed[en], typed[fr]) })),
  };
}

/**
 * The fields of a stored question. French that repeats the English was left empty, unless the draw was
 * written in French.
 */
function quizFields({ question, options }: Quiz, isFrench: boolean): TypedFields<QuizField> {
  const french = (text: { en: string; fr: string } | undefined) =>
    text && (text.fr !== text.en || isFrench || !isInUse("en")) ? text.fr : "";
  const [a, b, c, d] = options;
  return {
    question: question.en,
    question_fr: french(question),
    option0: a?.en ?? "",
    option1: b?.en ?? "",
    option2: c?.en ?? "",
    option3: d?.en ?? "",
    option0_fr: french(a),
    option1_fr: french(b),
    option2_fr: french(c),
    option3_fr: french(d),
  };
}

/** The question and its options. */
export function quiz(
  about: FactOptions & { readonly longest: number },
): Fact<Quiz, QuizField, { readonly quiz: unknown }, { readonly quiz: Quiz }> {
  return {
    ...about,
    kind: "quiz",
    names: QUIZ_FIELDS,
    columns: ["quiz"],
    shape: { quiz: z.object({ question: words, options: z.array(z.object({ id: z.string(), ...words.shape })) }) },
    start: () => quizFields(DEFAULT_QUIZ, false),
    read(typed, note, ids) {
      for (const name of QUIZ_FIELDS) {
        if (typed[name].trim() === "" && !name.endsWith("_fr")) note(name, "required");
        if (typed[name].trim().length > about.longest) note(name, "too_long");
      }
      noteSameOptions(typed, note);
      return quizOf(typed, ids);
    },
    typed: (value, { description }) => quizFields(value, isFrenchOnly(description)),
    guess: (typed) => quizOf(typed, []),
    shown: quizIn,
    toRow: (value) => ({ quiz: JSON.stringify(value) }),
    fromRow: (row) => parseQuiz(row.quiz),
    json: (value) => ({ quiz: value }),
  };
}

type RightColumn = { readonly quiz_right_option: string | null };

/** The right option's id; undefined if any is right, or none is chosen yet. The field holds its index. */
export function rightOption(about: FactOptions): Fact<string | undefined, "right_option", RightColumn, RightColumn> {
  const row = (value: string | undefined) => ({ quiz_right_option: value ?? null });
  return {
    ...about,
    kind: "right_option",
    names: ["right_option"],
    columns: ["quiz_right_option"],
    shape: { quiz_right_option: z.string().nullable() },
    start: () => ({ right_option: "" }),
    read({ right_option: index }, note, ids) {
      if (!/^[0-3]?$/.test(index)) note("right_option", "unknown_option");
      return index === "" ? undefined : ids[Number(index)];
    },
    typed(value, { quiz: { options } }) {
      const index = options.findIndex(({ id }) => id === value);
      return { right_option: index === -1 ? "" : String(index) };
    },
    guess: () => undefined,
    shown: () => undefined,
    toRow: row,
    fromRow: (stored) => stored.quiz_right_option ?? undefined,
    json: row,
  };
}
