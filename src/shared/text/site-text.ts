/** The long texts that an operator may replace, such as the terms: their sections, limits and checks. */
import { LOCALES, type Locale, type OwnLocale } from "../language/locale.ts";
import { ownLanguages } from "../language/own-languages.ts";
import { fillIn, isSafeLink, readBlocks, TEXT_VALUES, type TextBlock, type TextValues } from "./text-markup.ts";

/**
 * The texts and the sections of their default version, whose ids are anchors. A text without sections is a
 * few lines shown on every page.
 */
export const DOCUMENTS = {
  terms: [
    "trader",
    "game",
    "who",
    "buying",
    "question",
    "free",
    "odds",
    "closing",
    "draw",
    "winner",
    "refunds",
    "cancelled",
    "play",
    "liability",
    "complaints",
    "changes",
  ],
  privacy: [
    "controller",
    "data",
    "reasons",
    "recipients",
    "retention",
    "winners",
    "mail",
    "cookies",
    "security",
    "rights",
    "complaints",
  ],
  cookies: ["what", "list", "lifetime", "optional", "payment", "choice", "questions"],
  faq: ["part", "odds", "draw", "free", "money", "who"],
  how_to_win: ["steps", "benefits", "tips"],
  about: ["mission", "values", "team"],
  enter_free: ["address", "card", "rules", "after"],
  announcements: [],
  footer: [],
} as const;
export type TextDocument = keyof typeof DOCUMENTS;
/** Whether a text has headed sections; otherwise it is a few lines. */
export const hasSections = (document: TextDocument) => DOCUMENTS[document].length > 0;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as TextDocument[];

export function isDocument(name: string | null | undefined): name is TextDocument {
  return DOCUMENT_NAMES.some((each) => each === name);
}

/** Sections that an operator cannot remove: other pages link to them, or they hold a generated table. */
const REQUIRED_SECTIONS: Readonly<Record<TextDocument, readonly string[]>> = {
  terms: ["free", "refunds", "complaints"],
  privacy: [],
  cookies: ["list"],
  faq: [],
  how_to_win: [],
  about: [],
  enter_free: ["address"],
  announcements: [],
  footer: [],
};

/** A section of a document. `id`: its anchor; `text`: markup of `readBlocks`, never HTML. */
export type TextSection = { readonly id: string; readonly title: string; readonly text: string };
/** A document in one language. `text` is markup of `readBlocks`, never HTML. */
export type TextBody = { readonly lead: string; readonly sections: readonly TextSection[] };
/** An operator's version of a document by language. A missing language shows the shop's default text. */
export type TextBodies = Readonly<Partial<Record<Locale, TextBody>>>;

/** A document that is ready to be shown: its values are filled in and its markup is read. */
export type OwnText = {
  readonly lead: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly blocks: readonly TextBlock[] }[];
};

/** Fills values such as the trader's name into a document and reads its markup. */
export function readOwnText({ lead, sections }: TextBody, values: TextValues): OwnText {
  return {
    lead: fillIn(lead, values),
    sections: sections.map(({ id, title, text }) => ({ id, title: fillIn(title, values), blocks: readBlocks(text, values) })),
  };
}

/** The limits of a document: UTF-16 units of each field, and the number of sections. */
export const LONGEST_TEXT = { lead: 600, title: 120, text: 12_000, sections: 40 } as const;

/**
 * Why a document cannot be saved. `at`: index of the section; `what`: the faulty link, value or section id.
 */
export type TextProblem = {
  readonly problem: "empty" | "too_long" | "unsafe_link" | "unknown_value" | "kept_section";
  readonly at?: number;
  readonly what?: string;
};

/** The first problem of a document in one language; undefined if it can be saved. */
export function findTextProblem(document: TextDocument, body: TextBody): TextProblem | undefined {
  if (body.lead.length > LONGEST_TEXT.lead || body.sections.length > LONGEST_TEXT.sections) return { problem: "too_long" };
  const missing = REQUIRED_SECTIONS[document].find((id) => body.sections.every((section) => section.id !== id));
  if (missing) return { problem: "kept_section", what: missing };
  if (body.lead.trim() === "") return { problem: "empty" };
  const lead = problemOf(body.lead);
  if (lead) return lead;
  for (const [at, { title, text }] of body.sections.entries()) {
    if (title.trim() === "" || text.trim() === "") return { problem: "empty", at };
    if (title.length > LONGEST_TEXT.title || text.length > LONGEST_TEXT.text) return { problem: "too_long", at };
    const problem = problemOf(text) ?? problemOf(title);
    if (problem) return { ...problem, at };
  }
  return undefined;
}

function problemOf(text: string): TextProblem | undefined {
  for (const [, name = ""] of text.matchAll(/\{\{\s*(.*?)\s*\}\}/g))
    if (!TEXT_VALUES.some((value) => value === name)) return { problem: "unknown_value", what: name };
  for (const [, , address = ""] of text.matchAll(/\[([^\]]+)\]\(([^)]*)\)/g))
    if (!isSafeLink(fillIn(address, { email: "post@example.com" }))) return { problem: "unsafe_link", what: address };
  return undefined;
}

/** Whether a document is missing in an own language. Without any, the shop's default text is complete. */
export function lacksLanguage(bodies: TextBodies, locale: OwnLocale): boolean {
  return !bodies[locale] && LOCALES.some((own) => bodies[own]);
}

/** The shop's own languages in use in which a document is missing. */
export function missingLanguages(bodies: TextBodies): OwnLocale[] {
  return ownLanguages().filter((locale) => lacksLanguage(bodies, locale));
}

/**
 * Whether a document exists in all of the shop's own languages in use, or in none, so that no language
 * shows a different contract.
 */
export function hasEveryOwnLanguage(bodies: TextBodies): boolean {
  return missingLanguages(bodies).length === 0;
}
