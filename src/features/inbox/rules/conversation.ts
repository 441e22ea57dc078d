/** Conversations: states, the reference in subjects, and the placeholders of answer templates. */
import { PLACEHOLDER } from "#shared/text/placeholders.ts";
import { words } from "#shared/text/words.ts";

/** `open`: the shop has to answer. `waiting`: for the player. `closed`: until the player writes again. */
export type ConversationState = "open" | "waiting" | "closed";

type Marks = { readonly answeredAt: Date | undefined; readonly doneAt: Date | undefined };

export function conversationState({ answeredAt, doneAt }: Marks): ConversationState {
  if (doneAt) return "closed";
  return answeredAt ? "waiting" : "open";
}

/** `email`: a message that came by e-mail and was copied by staff. `note`: internal. */
export const ENTRY_KINDS = ["message", "email", "answer", "note"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** In characters. Copied e-mails quote earlier ones, so they may be longer than what staff write. */
export const LONGEST_ENTRY = { answer: 5_000, note: 5_000, email: 10_000 } as const;

/** The reference in the subject of a mail: `[#1234]`. */
export function subjectTag(number: number): string {
  return `[#${number}]`;
}

/** The number of the first reference in a subject. */
export function findTag(subject: string): number | undefined {
  const digits = subject.match(/\[#([1-9]\d{0,8})\]/)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const REPLY_PREFIX = /^(?:re|aw|tr|rép)\s*:/i;

/** The subject of an answer: with "Re:" once, and the reference. */
export function answerSubject(subject: string, number: number): string {
  const prefixed = REPLY_PREFIX.test(subject) ? subject : `Re: ${subject}`;
  return findTag(subject) === number ? prefixed : `${prefixed} ${subjectTag(number)}`;
}

/** `number`: of the complaint or, without one, the reference. */
export const TEMPLATE_PLACEHOLDERS = words("name order draw number shop");
export type TemplatePlaceholder = (typeof TEMPLATE_PLACEHOLDERS)[number];
export type TemplateValues = Readonly<Partial<Record<TemplatePlaceholder, string>>>;

/** The text with the known values. Placeholders without a value stay, for staff to fill in. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replaceAll(PLACEHOLDER, (written: string, name: string) => {
    const known = TEMPLATE_PLACEHOLDERS.find((each) => each === name);
    return (known && values[known]) || written;
  });
}

/** The first placeholder of a text that is still to be filled in. */
export function unfilledPlaceholder(text: string): string | undefined {
  return text.match(PLACEHOLDER)?.[0];
}

/** The first placeholder that no template may have. */
export function unknownPlaceholder(text: string): string | undefined {
  const found = [...text.matchAll(PLACEHOLDER)].find(([, name]) => !TEMPLATE_PLACEHOLDERS.some((known) => known === name));
  return found?.[0];
}

/** An answer template. `textFr`: undefined if there is only an English text. */
export type AnswerTemplate = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly textFr: string | undefined;
};
export const LONGEST_TEMPLATE_NAME = 100;
