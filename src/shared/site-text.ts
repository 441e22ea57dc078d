/** The long texts that an operator may write anew: their sections, and the little markup that they are typed in. */
import { LOCALES, type Locale } from "./locale.ts";

/** With the sections of the shop's own text, whose ids are addresses on the page. */
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
} as const;
export type TextDocument = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as TextDocument[];

export function isDocument(name: string | null | undefined): name is TextDocument {
  return DOCUMENT_NAMES.some((each) => each === name);
}

/** Sections that other pages link to, or that hold a table of their own. */
export const KEPT_SECTIONS: Readonly<Record<TextDocument, readonly string[]>> = {
  terms: ["free", "refunds", "complaints"],
  privacy: [],
  cookies: ["list"],
};

export type TextSection = { readonly id: string; readonly title: string; readonly text: string };
/** A document in one language. `text` is markup of `readBlocks`, never HTML. */
export type TextBody = { readonly lead: string; readonly sections: readonly TextSection[] };
/** Without a language, its page shows the shop's own text. */
export type TextBodies = Readonly<Partial<Record<Locale, TextBody>>>;

/** What fills itself in, typed as `{{name}}`. */
export const TEXT_VALUES = ["shop", "name", "address", "companyNumber", "email", "acknowledge", "answer", "adr"] as const;
export type TextValues = Readonly<Partial<Record<(typeof TEXT_VALUES)[number], string | number>>>;

/** Characters. */
export const LONGEST_TEXT = { lead: 600, title: 120, text: 12_000, sections: 40 } as const;

export type Inline =
  | { readonly kind: "plain" | "bold"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };
export type TextBlock =
  | { readonly kind: "paragraph"; readonly words: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] };

/** Within the shop, by https, or to a mailbox; nothing that a browser would take for another site or a script. */
export function isSafeLink(to: string): boolean {
  return (
    /^\/(?![/\\])[\w\-./?=&#%]*$/.test(to) || /^#[\w-]+$/.test(to) || /^mailto:[^\s"<>\\?]+@[^\s"<>\\?]+$/.test(to) || isHttps(to)
  );
}

function isHttps(to: string): boolean {
  return /^https:\/\/[^\s"<>\\@]+$/.test(to) && URL.canParse(to);
}

/** A blank line ends a paragraph, "- " begins an item, `**bold**`, `[words](address)` and `{{value}}`. */
export function readBlocks(text: string, values: TextValues = {}): readonly TextBlock[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .flatMap((part) =>
      blocksOf(
        part.split("\n").filter((line) => line.trim() !== ""),
        values,
      ),
    );
}

function blocksOf(lines: readonly string[], values: TextValues): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const words = readInline(line.replace(/^\s*- /, "").trim(), values);
    const isItem = /^\s*- /.test(line);
    if (isItem && last?.kind === "list") blocks[blocks.length - 1] = { kind: "list", items: [...last.items, words] };
    else if (isItem) blocks.push({ kind: "list", items: [words] });
    else if (last?.kind === "paragraph")
      blocks[blocks.length - 1] = { kind: "paragraph", words: [...last.words, { kind: "plain", text: " " }, ...words] };
    else blocks.push({ kind: "paragraph", words });
  }
  return blocks;
}

const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Values are filled in last, so that a company's name is never read as markup. */
function readInline(line: string, values: TextValues): readonly Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const plain = (text: string) => text && found.push({ kind: "plain", text: fillIn(text, values) });
  for (const match of line.matchAll(INLINE)) {
    plain(line.slice(from, match.index));
    const [whole, bold, words = "", address = ""] = match;
    const to = fillIn(address, values);
    if (bold !== undefined) found.push({ kind: "bold", text: fillIn(bold, values) });
    else if (isSafeLink(to)) found.push({ kind: "link", text: fillIn(words, values), to });
    else plain(words);
    from = match.index + whole.length;
  }
  plain(line.slice(from));
  return found;
}

export function fillIn(text: string, values: TextValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: keyof TextValues) => String(values[name] ?? whole));
}

export type TextProblem = {
  readonly problem: "empty" | "too_long" | "unsafe_link" | "unknown_value" | "kept_section";
  /** The section, from 0; undefined for the lead. */
  readonly at?: number;
  /** What it is about. */
  readonly what?: string;
};

/** @returns what keeps it from being stored */
export function findTextProblem(document: TextDocument, body: TextBody): TextProblem | undefined {
  if (body.lead.length > LONGEST_TEXT.lead || body.sections.length > LONGEST_TEXT.sections) return { problem: "too_long" };
  const missing = KEPT_SECTIONS[document].find((id) => body.sections.every((section) => section.id !== id));
  if (missing) return { problem: "kept_section", what: missing };
  const [lead] = [problemOf(body.lead)];
  if (body.lead.trim() === "") return { problem: "empty" };
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

/** The text of one section as plain paragraphs; empty where there is none. */
export function plainSection({ sections }: TextBody, id: string, values: TextValues): readonly string[] {
  const plain = (words: readonly Inline[]) => words.map(({ text }) => text).join("");
  return readBlocks(sections.find((each) => each.id === id)?.text ?? "", values).flatMap((block) =>
    block.kind === "list" ? block.items.map(plain) : [plain(block.words)],
  );
}

/** Published, one language may not show the operator's text beside the shop's own in another. */
export function isWhole(bodies: TextBodies): boolean {
  const has = LOCALES.filter((locale) => bodies[locale]);
  return has.length === 0 || has.length === LOCALES.length;
}
