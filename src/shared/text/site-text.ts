/** The long texts that an operator may replace: their sections and markup. */
import { LOCALES, type Locale, type OwnLocale } from "../language/locale.ts";
import { fillIn, isSafeLink, readBlocks, TEXT_VALUES, type TextBlock, type TextValues } from "./text-markup.ts";

/** The own text's sections, whose ids are anchors. Texts without any are a few lines on every page. */
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
/** False for texts that are lines without headings. */
export const hasSections = (document: TextDocument) => DOCUMENTS[document].length > 0;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as TextDocument[];

export function isDocument(name: string | null | undefined): name is TextDocument {
  return DOCUMENT_NAMES.some((each) => each === name);
}

/** Sections that other pages link to, or that hold a table of their own. */
const KEPT_SECTIONS: Readonly<Record<TextDocument, readonly string[]>> = {
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

export type TextSection = { readonly id: string; readonly title: string; readonly text: string };
/** A document in one language. `text` is markup of `readBlocks`, never HTML. */
export type TextBody = { readonly lead: string; readonly sections: readonly TextSection[] };
/** A missing language shows the shop's own text. */
export type TextBodies = Readonly<Partial<Record<Locale, TextBody>>>;

export type OwnText = {
  readonly lead: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly blocks: readonly TextBlock[] }[];
};

export function readOwnText({ lead, sections }: TextBody, values: TextValues): OwnText {
  return {
    lead: fillIn(lead, values),
    sections: sections.map(({ id, title, text }) => ({ id, title: fillIn(title, values), blocks: readBlocks(text, values) })),
  };
}

export const LONGEST_TEXT = { lead: 600, title: 120, text: 12_000, sections: 40 } as const;

export type TextProblem = {
  readonly problem: "empty" | "too_long" | "unsafe_link" | "unknown_value" | "kept_section";
  readonly at?: number;
  readonly what?: string;
};

export function findTextProblem(document: TextDocument, body: TextBody): TextProblem | undefined {
  if (body.lead.length > LONGEST_TEXT.lead || body.sections.length > LONGEST_TEXT.sections) return { problem: "too_long" };
  const missing = KEPT_SECTIONS[document].find((id) => body.sections.every((section) => section.id !== id));
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

/** The shop's own languages without a text, unless all lack one and the software's text counts. */
export function missingLanguages(bodies: TextBodies): OwnLocale[] {
  const missing = LOCALES.filter((locale) => !bodies[locale]);
  return missing.length === LOCALES.length ? [] : missing;
}

/** Complete in the shop's own languages, so that none shows another contract. Others have English. */
export function isWhole(bodies: TextBodies): boolean {
  return missingLanguages(bodies).length === 0;
}
