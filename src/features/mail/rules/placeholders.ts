/** The placeholders of campaign texts: names, parsing and substitution. */
import { words } from "#shared/text/words.ts";

export const PLACEHOLDERS = [
  ...words("firstName lotteryTitle lotteryId lotteryImage ticketPrice prizeValue daysUntilEnd activeLotteries promoCode"),
  ...words("promoExpiry"),
];
export type PlaceholderName = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

/** Includes a leading space, which is dropped if the value is empty: « Bonjour, », not « Bonjour , ». */
const PLACEHOLDER = /( ?)\{\{([^{}]*)\}\}/g;

/** The placeholder of this name, with blanks around it. */
function nameOf(written: string): PlaceholderName | undefined {
  const name = written.trim();
  return PLACEHOLDERS.find((known) => known === name);
}

/** The placeholders of a text in order; undefined for unknown ones. */
export function placeholdersIn(text: string): (PlaceholderName | undefined)[] {
  return [...text.matchAll(PLACEHOLDER)].map((found) => nameOf(found[2] ?? ""));
}

/** The text with values. Values are not parsed again, and unknown placeholders stay. */
export function fillIn(text: string, values: PlaceholderValues): string {
  return text.replaceAll(PLACEHOLDER, (written: string, blank: string, inner: string) => {
    const name = nameOf(inner);
    if (name === undefined) return written;
    return values[name] === "" ? "" : blank + values[name];
  });
}

/** A block of a mail's text. `id` is its index. */
export type ContentPart =
  | { readonly id: string; readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly id: string; readonly kind: "picture" | "draws" };

const BLOCKS: Readonly<Record<string, "picture" | "draws">> = {
  "{{lotteryImage}}": "picture",
  "{{activeLotteries}}": "draws",
};

/**
 * A campaign's content as blocks: the first text is the heading. Splits at blank lines; a picture or a list
 * of draws is always its own block.
 */
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
