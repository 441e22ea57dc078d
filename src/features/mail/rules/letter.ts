/** Letters to the people with tickets in a draw: service mail, for which no consent is needed. */
import { words } from "#shared/text/words.ts";

/** What a letter is about. */
export const LETTER_TOPICS = ["draw", "order"] as const;
export type LetterTopic = (typeof LETTER_TOPICS)[number];

/** In characters. */
export const LONGEST_LETTER = { subject: 150, text: 5_000 } as const;

export const LETTER_PLACEHOLDERS = words("name draw shop");
export type LetterValues = Readonly<Record<(typeof LETTER_PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const nameIn = (name: string) => LETTER_PLACEHOLDERS.find((known) => known === name);

export function fillLetter(text: string, values: LetterValues): string {
  return text.replaceAll(PLACEHOLDER, (written: string, inner: string) => {
    const name = nameIn(inner);
    return name === undefined ? written : values[name];
  });
}

export type LetterTexts = Readonly<Record<"subject" | "text" | "subjectFr" | "textFr", string>>;
/** `unknown_placeholder`: one that letters do not have. */
export type LetterProblem = "no_subject" | "no_text" | "too_long" | "unknown_placeholder";

/** The first problem of each text. The French texts are both given or both empty. */
export function checkLetter({ subject, text, subjectFr, textFr }: LetterTexts) {
  const problems: Partial<Record<keyof LetterTexts, LetterProblem>> = {};
  const isFrench = subjectFr !== "" || textFr !== "";
  const check = (field: keyof LetterTexts, typed: string, { longest, missing }: { longest: number; missing?: LetterProblem }) => {
    const hasUnknown = [...typed.matchAll(PLACEHOLDER)].some(([, name = ""]) => nameIn(name) === undefined);
    const problem = typed === "" ? missing : typed.length > longest ? "too_long" : hasUnknown ? "unknown_placeholder" : undefined;
    if (problem !== undefined) problems[field] = problem;
  };
  check("subject", subject, { longest: LONGEST_LETTER.subject, missing: "no_subject" });
  check("text", text, { longest: LONGEST_LETTER.text, missing: "no_text" });
  check("subjectFr", subjectFr, { longest: LONGEST_LETTER.subject, ...(isFrench && { missing: "no_subject" }) });
  check("textFr", textFr, { longest: LONGEST_LETTER.text, ...(isFrench && { missing: "no_text" }) });
  return problems;
}
