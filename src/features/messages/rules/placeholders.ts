/** The placeholders of campaign texts: which there are, how they are found, and how they are filled in. */
import { words } from "#shared/words.ts";

export const PLACEHOLDERS = [
  ...words("firstName lotteryTitle lotteryId lotteryImage ticketPrice prizeValue daysUntilEnd activeLotteries promoCode"),
  ...words("promoExpiry"),
];
export type PlaceholderName = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

/** A blank before it goes with it where there is nothing to put in: « Bonjour, » and not « Bonjour , ». */
const PLACEHOLDER = /( ?)\{\{([^{}]*)\}\}/g;

function nameOf(written: string): PlaceholderName | undefined {
  const name = written.trim();
  return PLACEHOLDERS.find((known) => known === name);
}

/** Each placeholder of a text in order; undefined for one that nobody knows. */
export function placeholdersIn(text: string): (PlaceholderName | undefined)[] {
  return [...text.matchAll(PLACEHOLDER)].map((found) => nameOf(found[2] ?? ""));
}

/** Fills in, once: what a value holds is never looked through again. Unknown placeholders stay as they are written. */
export function fillIn(text: string, values: PlaceholderValues): string {
  return text.replaceAll(PLACEHOLDER, (written: string, blank: string, inner: string) => {
    const name = nameOf(inner);
    if (name === undefined) return written;
    return values[name] === "" ? "" : blank + values[name];
  });
}

/** A part of a mail's text: the heading, a paragraph, or what a placeholder draws that stands for more than words. `id` is its place. */
export type ContentPart =
  | { readonly id: string; readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly id: string; readonly kind: "picture" | "draws" };

const BLOCKS: Readonly<Record<string, "picture" | "draws">> = {
  "{{lotteryImage}}": "picture",
  "{{activeLotteries}}": "draws",
};

/** Parts of a text, placeholders still in it. Paragraphs lie between empty lines; a picture or a list of draws always stands alone. */
export function partsOf(content: string): ContentPart[] {
  const parts: ContentPart[] = [];
  const tidy = content.replaceAll(/\r\n?/g, "\n").replaceAll(/\{\{\s*(lotteryImage|activeLotteries)\s*\}\}/g, "{{$1}}");
  for (const block of tidy.split(/(\{\{lotteryImage\}\}|\{\{activeLotteries\}\})|\n[ \t]*\n/)) {
    const text = block?.trim() ?? "";
    const kind = BLOCKS[text];
    const id = String(parts.length);
    if (kind) parts.push({ id, kind });
    else if (text !== "") parts.push({ id, kind: parts.some((part) => part.kind === "heading") ? "paragraph" : "heading", text });
  }
  return parts;
}
