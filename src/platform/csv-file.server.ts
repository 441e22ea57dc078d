/** Streams a CSV file that another program has written, with sentences for what cannot be parsed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";

/** A row with its cells by column name, or with a sentence about what is wrong. `line`: counted from 1. */
export type CsvRow =
  | { readonly line: number; readonly values: Readonly<Record<string, string>> }
  | { readonly line: number; readonly problem: string };

/** `ignored`: columns that are neither required nor optional. */
export type CsvFile = {
  readonly name: string;
  readonly ignored: readonly string[];
  readonly rows: AsyncGenerator<CsvRow>;
  /** Of the whole file, in hex; available after the last row. */
  sha256(): string;
};

/** A problem of the whole file, as a sentence. */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
}

/** Characters in a row. An unclosed quote would otherwise swallow the rest of the file. */
const LONGEST_ROW = 100_000;
/** Excel's separator depends on the system's locale. */
const SEPARATORS = [",", ";", "\t"] as const;
const SAVE_AS = "Save it as “CSV UTF-8” and try again";

/**
 * Opens a file and detects its separator. Header names ignore case, and spaces count as underscores. A cell
 * that a spreadsheet would evaluate is a problem of its row.
 * @throws CsvProblem, also while the rows are read
 */
export async function openCsv(path: string, required: readonly string[], optional: readonly string[]): Promise<CsvFile> {
  const hash = createHash("sha256");
  const texts = withLineFeeds(readTexts(path, hash));
  const first = await texts.next().catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new CsvProblem(`There is no file ${path}`) : error;
  });
  const head = first.done ? "" : first.value;
  if (head.trim() === "") throw new CsvProblem("The file is empty");
  const records = readRecords(head, texts);
  const header = await records.next();
  const cells: readonly string[] = header.done ? [] : header.value.cells;
  const names = cells.map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, "_"));
  const known = [...required, ...optional];
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new CsvProblem(
      `Line 1 must name the columns. Missing: ${missing.join(", ")}. Found: ${names.join(", ").slice(0, 500)}`,
    );
  const twice = names.find((name, index) => known.includes(name) && names.indexOf(name) !== index);
  if (twice !== undefined) throw new CsvProblem(`Line 1 names the column ${twice} twice`);
  return {
    name: basename(path),
    ignored: names.filter((name) => !known.includes(name)),
    rows: readRows(records, names, known),
    sha256: () => hash.copy().digest("hex"),
  };
}

/** The rows below the header; empty ones are skipped. */
async function* readRows(
  records: AsyncGenerator<{ cells: string[]; line: number }>,
  names: readonly string[],
  known: readonly string[],
): AsyncGenerator<CsvRow> {
  for await (const { cells, line } of records) {
    if (cells.every((cell) => cell === "")) continue;
    if (cells.length !== names.length) {
      yield { line, problem: `the number of cells is ${cells.length}, and line 1 names ${names.length} columns` };
      continue;
    }
    const values = Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? "").replace(/^'(?=[=+\-@])/, "")]));
    const formula = known.find((name) => /^[=@]/.test(values[name] ?? ""));
    yield formula === undefined ? { line, values } : { line, problem: `${formula} holds a formula, not a text` };
  }
}

/** Trimmed cells of each record, the header included. */
async function* readRecords(head: string, texts: AsyncGenerator<string>): AsyncGenerator<{ cells: string[]; line: number }> {
  const [names = ""] = head.split("\n", 1);
  const count = (separator: string) => names.split(separator).length;
  const delimiter = SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
  async function* all() {
    yield head;
    yield* texts;
  }
  const options = { delimiter, info: true, trim: true, relax_column_count: true, max_record_size: LONGEST_ROW };
  const parser = Readable.from(all())
    .on("error", (error) => parser.destroy(error))
    .pipe(parse(options));
  try {
    for await (const each of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const breaks = each.record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
      yield { cells: each.record, line: each.info.lines - breaks };
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvProblem(sentenceOf(error)) : error;
  }
}

const PARSE_ERRORS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `the row is longer than ${LONGEST_ROW.toLocaleString("en-GB")} characters. Is a quote not closed?`,
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and never closed",
  CSV_INVALID_CLOSING_QUOTE: 'a quote is closed in the middle of a cell. Quotes inside a cell are written twice: ""',
  INVALID_OPENING_QUOTE:
    'a quote is opened in the middle of a cell. Put the whole cell in quotes, and write quotes inside it twice: ""',
};

function sentenceOf(error: CsvError): string {
  const line = Number(error.lines ?? 0);
  return `Line ${line}: ${PARSE_ERRORS[error.code] ?? error.message}`;
}

/** The text without byte order mark. Anything but UTF-8 is refused: names would be garbled. */
async function* readTexts(path: string, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 1;
  let isFirst = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (isFirst) refuseOtherKinds(chunk);
    isFirst = false;
    const zero = chunk.indexOf(0);
    if (zero >= 0) throw new CsvProblem(`Line ${lines + breaksIn(chunk.subarray(0, zero))}: there is a NUL byte. ${SAVE_AS}`);
    try {
      yield decoder.decode(chunk, { stream: true });
    } catch {
      const loose = new TextDecoder().decode(chunk);
      const before = Buffer.from(loose.slice(0, Math.max(0, loose.indexOf("\uFFFD"))));
      throw new CsvProblem(`Line ${lines + breaksIn(before)}: this is not UTF-8. ${SAVE_AS}`);
    }
    lines += breaksIn(chunk);
  }
  try {
    yield decoder.decode();
  } catch {
    throw new CsvProblem(`Line ${lines}: this is not UTF-8. ${SAVE_AS}`);
  }
}

/** Normalises line ends, which may be mixed in one file. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of texts) {
    const all = rest + text;
    // The next chunk decides whether this is a CR or half of a CRLF.
    rest = all.endsWith("\r") ? "\r" : "";
    yield all.slice(0, all.length - rest.length).replaceAll(/\r\n?/g, "\n");
  }
  if (rest !== "") yield "\n";
}

const LINE_FEED = 10;
const breaksIn = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (byte === LINE_FEED ? sum + 1 : sum), 0);

function refuseOtherKinds(chunk: Buffer): void {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new CsvProblem(`The file is UTF-16. ${SAVE_AS}`);
  if (chunk.subarray(0, 2).toString("latin1") === "PK") throw new CsvProblem(`The file is a spreadsheet, not CSV. ${SAVE_AS}`);
}
