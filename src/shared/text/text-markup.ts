/** The markup of long texts: paragraphs, lists, bold words and links. Pure; it is never HTML. */

/** The values that texts may contain as `{{name}}`. */
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

/** A piece of a line. `to`: a safe link's target. */
export type Inline =
  | { readonly kind: "plain" | "bold"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };
export type TextBlock =
  | { readonly kind: "paragraph"; readonly words: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  /** Numbered from `from` on. */
  | { readonly kind: "steps"; readonly from: number; readonly items: readonly (readonly Inline[])[] }
  /** Lines that begin with marks of their own, such as "(a)" or "1.1", as typed. */
  | { readonly kind: "clauses"; readonly items: readonly (readonly Inline[])[] };

/**
 * Whether a link leads within the shop, or to https, mailto or tel; never to a script or a disguised other
 * site.
 */
export function isSafeLink(to: string): boolean {
  return (
    /^\/(?![/\\])[\w\-./?=&#%]*$/.test(to) ||
    /^tel:\+?[\d.-]{3,20}$/.test(to) ||
    /^#[\w-]+$/.test(to) ||
    /^mailto:[^\s"<>\\?]+@[^\s"<>\\?]+$/.test(to) ||
    isHttps(to)
  );
}

function isHttps(to: string): boolean {
  return /^https:\/\/[^\s"<>\\@]+$/.test(to) && URL.canParse(to);
}

/**
 * Reads markup: paragraphs, "- " and "1. " lists, `**bold**`, `[words](address)`, `{{value}}`; also lists
 * pasted from word processors.
 */
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

/** A hyphen or a word processor's bullet; letters used as bullets only with a following tab. */
const BULLET = /^\s*(?:[-•·◦▪▫●○■□‣⁃\uF0B7\uF0A7][ \t\u00a0]+|[o§]\t+)(.*)$/;
/** Bullets only if several consecutive lines begin so. */
const DASH_OR_STAR = /^\s*[–—*][ \t\u00a0]+(.*)$/;
const STEP = /^\s*(\d{1,2})\.[ \t\u00a0]+(.*)$/;
/** "1)", "(a)", "iv)", "1.1", "1.2.3."; with a tab also "a." and "iv.". */
const CLAUSE =
  /^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})\)|\d{1,2}(?:\.\d{1,2}){1,3}\.?|(?:[a-z]|[ivx]{1,5})\.(?=\t))[ \t\u00a0]+\S/i;

function blocksOf(lines: readonly string[], values: TextValues): TextBlock[] {
  const blocks: TextBlock[] = [];
  const several = (mark: RegExp) => lines.filter((line) => mark.test(line)).length > 1;
  const [hasClauses, hasDashes] = [several(CLAUSE), several(DASH_OR_STAR)];
  for (const line of lines) {
    const last = blocks.at(-1);
    const read = (words: string) => readInline(words.replaceAll("\t", " ").trim(), values);
    const [, bulleted] = BULLET.exec(line) ?? ((hasDashes && DASH_OR_STAR.exec(line)) || []);
    const [, number, step = ""] = STEP.exec(line) ?? [];
    const add = (kind: "list" | "clauses", words: readonly Inline[]) => {
      if (last?.kind === kind) blocks[blocks.length - 1] = { kind, items: [...last.items, words] };
      else blocks.push({ kind, items: [words] });
    };
    if (bulleted !== undefined) add("list", read(bulleted));
    else if (hasClauses && CLAUSE.test(line)) add("clauses", read(line));
    else if (number !== undefined) {
      // A number out of sequence starts a new list, so that each stays as typed.
      if (last?.kind === "steps" && last.from + last.items.length === Number(number))
        blocks[blocks.length - 1] = { ...last, items: [...last.items, read(step)] };
      else blocks.push({ kind: "steps", from: Number(number), items: [read(step)] });
    } else if (last?.kind === "paragraph")
      blocks[blocks.length - 1] = { kind: "paragraph", words: [...last.words, { kind: "plain", text: " " }, ...read(line)] };
    else blocks.push({ kind: "paragraph", words: read(line) });
  }
  return blocks;
}

const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Values are inserted last, so that a company's name is never read as markup. */
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

/** Replaces each `{{value}}`; unknown ones stay as they are. */
export function fillIn(text: string, values: TextValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: keyof TextValues) => String(values[name] ?? whole));
}

/** Paragraphs without bold words and links, for plain-text mails; steps keep their numbers. */
export function plainText(blocks: readonly TextBlock[]): readonly string[] {
  const plain = (words: readonly Inline[]) => words.map(({ text }) => text).join("");
  return blocks.flatMap((block) => {
    if (block.kind === "paragraph") return [plain(block.words)];
    if (block.kind === "steps") return block.items.map((words, at) => `${block.from + at}. ${plain(words)}`);
    return block.items.map(plain);
  });
}
