/** Reads and writes gettext's PO format, in which translators see the English text beside their own. Pure. */

/**
 * A text to translate. `context`: file and path, such as `home:hero.title`. `notes`: lines for the
 * translator.
 */
export type PoEntry = {
  readonly context: string;
  readonly english: string;
  readonly translation: string;
  readonly notes: readonly string[];
};

/** A PO file. */
export function writePo(locale: string, entries: readonly PoEntry[]): string {
  const head = ['msgid ""', 'msgstr ""', quoted(`Language: ${locale}\n`), quoted("Content-Type: text/plain; charset=UTF-8\n")];
  const blocks = entries.map(({ context, english, translation, notes }) => [
    ...notes.flatMap((note) => note.split("\n")).map((note) => `#. ${note}`),
    `msgctxt ${quoted(context)}`,
    `msgid ${quoted(english)}`,
    `msgstr ${quoted(translation)}`,
  ]);
  return `${[head, ...blocks].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * Translations by context, without fuzzy and obsolete ones.
 * @throws SyntaxError that names the line
 */
export function readPo(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let entry: Record<string, string> = {};
  let isFuzzy = false;
  let field = "";
  const end = () => {
    if (entry.msgctxt && entry.msgstr && !isFuzzy) found.set(entry.msgctxt, entry.msgstr);
    [entry, isFuzzy, field] = [{}, false, ""];
  };
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "") end();
    else if (line.startsWith("#")) isFuzzy ||= line.startsWith("#,") && line.includes("fuzzy");
    else {
      const [, name, string] = /^(msgctxt|msgid|msgstr)?\s*(".*")$/.exec(line) ?? [];
      if (string === undefined || (name ?? field) === "")
        throw new SyntaxError(`Line ${index + 1} is none of a PO file: ${line}`);
      // Some programs write no empty line between entries.
      if (name === "msgctxt" && entry.msgstr !== undefined) end();
      field = name ?? field;
      entry[field] = (entry[field] ?? "") + unquoted(string, index + 1);
    }
  }
  end();
  return found;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function unquoted(string: string, line: number): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    throw new SyntaxError(`Line ${line} is none of a PO file: ${string}`);
  }
}
