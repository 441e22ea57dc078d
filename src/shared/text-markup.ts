/** The little markup that long texts are typed in. Pure; nothing of it is ever HTML. */

/** What fills itself in, typed as `{{name}}`. */
export const TEXT_VALUES = [
  "shop",
  "name",
  "address",
  "companyNumber",
  "email",
  "payment",
  "acknowledge",
  "answer",
  "adr",
] as const;
export type TextValues = Readonly<Partial<Record<(typeof TEXT_VALUES)[number], string | number>>>;

export type Inline =
  | { readonly kind: "plain" | "bold"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };
export type TextBlock =
  | { readonly kind: "paragraph"; readonly words: readonly Inline[] }
  | { readonly kind: "list" | "steps"; readonly items: readonly (readonly Inline[])[] };

/** Within the shop, by https, or to a mailbox; nothing that a browser would take for another site or a script. */
export function isSafeLink(to: string): boolean {
  return (
    /^\/(?![/\\])[\w\-./?=&#%]*$/.test(to) || /^#[\w-]+$/.test(to) || /^mailto:[^\s"<>\\?]+@[^\s"<>\\?]+$/.test(to) || isHttps(to)
  );
}

function isHttps(to: string): boolean {
  return /^https:\/\/[^\s"<>\\@]+$/.test(to) && URL.canParse(to);
}

/** A blank line ends a paragraph, "- " begins an item and "1. " a numbered one, `**bold**`, `[words](address)` and `{{value}}`. */
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
    const [, mark, rest = line] = /^\s*(-|\d{1,2}\.) (.*)$/.exec(line) ?? [];
    const words = readInline(rest.trim(), values);
    const kind = mark === "-" ? "list" : "steps";
    if (mark && last?.kind === kind) blocks[blocks.length - 1] = { kind, items: [...last.items, words] };
    else if (mark) blocks.push({ kind, items: [words] });
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

/** As paragraphs without bold words and links. */
export function plainText(blocks: readonly TextBlock[]): readonly string[] {
  const plain = (words: readonly Inline[]) => words.map(({ text }) => text).join("");
  return blocks.flatMap((block) => (block.kind === "paragraph" ? [plain(block.words)] : block.items.map(plain)));
}
