/** The right answer of a question. */
import { describe, expect, it } from "vitest";
import { DEFAULT_QUIZ, isRightAnswer, parseQuiz, quizIn } from "./quiz.ts";

describe("the question", () => {
  it.each([
    ["porsche", "porsche", true],
    ["porsche", "audi", false],
    ["porsche", undefined, false],
    ["porsche", "ferrari", false],
    ["porsche", "", false],
    [undefined, "audi", true],
    [undefined, "ferrari", false],
    [undefined, undefined, false],
  ])("right option %s, answered %s: %s", (right, answer, expected) => {
    expect(isRightAnswer(DEFAULT_QUIZ, right, answer)).toBe(expected);
  });

  it("is asked in the visitor's language", () => {
    expect(quizIn(DEFAULT_QUIZ, "fr").question).toBe("Quelle est la marque de cette voiture ?");
    expect(quizIn(DEFAULT_QUIZ, "en").options.map((option) => option.text)).toEqual(["Mercedes-Benz", "BMW", "Audi", "Porsche"]);
  });

  it("has four options in both languages, or is refused", () => {
    expect(() => parseQuiz({ ...DEFAULT_QUIZ, options: DEFAULT_QUIZ.options.slice(1) })).toThrow();
    expect(() => parseQuiz({ question: { en: "?" }, options: [] })).toThrow();
  });
});
