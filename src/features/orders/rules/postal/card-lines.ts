/** Splits pasted cards into lines and fields: CSV, or cells from a spreadsheet. */
import type { Day } from "#shared/dates/dates.ts";
import { CARD_FIELDS, type CardField, type CardFields } from "./postal-card.ts";
import { isMonthFirst, swapMonthFirst } from "./typed-day.ts";

/** The most cards of one paste: each is keyed in by itself, which takes time. */
export const MOST_CARDS = 500;

/** `source`: the record as pasted, without its line end; `number` counts from 1, without the headline. */
export type CardLine = { readonly number: number; readonly source: string; readonly fields: CardFields };
/** `headline`: the line with the names of the columns; `problem`: why there are no lines. */
export type CardLines = {
  readonly lines: readonly CardLine[];
  readonly problem: "empty" | "tooMany" | "noColumns" | undefined;
  readonly headline: string | undefined;
};

/** The accepted names of each column, in lower case and letters only. */
const COLUMN_NAMES: Readonly<Record<CardField, readonly string[]>> = {
  firstName: ["firstname", "forename", "prénom", "prenom"],
  lastName: ["lastname", "surname", "nom"],
  birthDate: ["dateofbirth", "birthdate", "birth", "dob", "datedenaissance"],
  address: ["address", "postaladdress", "adresse", "adressepostale"],
  county: ["county", "comté", "comte"],
  email: ["email", "emailaddress", "mail", "courriel"],
  phone: ["phone", "telephone", "phonenumber", "téléphone"],
  receivedOn: ["received", "receivedon", "arrived", "reçue", "reçuele", "reçu", "reçule"],
  postedOn: ["posted", "postedon", "postmark", "postée", "postéele", "cachet"],
};
const REQUIRED: readonly CardField[] = ["firstName", "lastName", "birthDate", "address", "county"];

const DAYS: readonly CardField[] = ["birthDate", "receivedOn", "postedOn"];

/** A record as pasted, and its cells. */
type CsvRecord = { readonly source: string; readonly cells: readonly string[] };

/**
 * Rewrites a day in cell `at`, and in the source: a line that is shown again no longer shows its column's
 * date format.
 */
function withDayFirst({ cells, source }: CsvRecord, at: number, today: Day): CsvRecord {
  const typed = cells[at] ?? "";
  const day = swapMonthFirst(typed, today);
  return { cells: cells.with(at, day), source: source.replace(typed, () => day) };
}

/** The fields of a headline; undefined if fewer than two cells are names of columns. */
function columnsOf(cells: readonly string[]): (CardField | undefined)[] | undefined {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
    return CARD_FIELDS.find((field) => COLUMN_NAMES[field].includes(name));
  });
  return columns.filter(Boolean).length >= 2 ? columns : undefined;
}

/** The separator of the first line that is not empty. */
function separatorOf(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  return ["\t", ";", ","].find((candidate) => line.includes(candidate)) ?? ",";
}

/**
 * Splits CSV (RFC 4180), also with semicolons or tabs, as spreadsheets copy it. An unclosed quote ends with
 * the text.
 */
function splitRecords(text: string): CsvRecord[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const separator = separatorOf(plain);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = "";
  let start = 0;
  let isQuoted = false;
  const endCell = () => {
    cells.push(cell);
    cell = "";
  };
  for (let i = 0; i <= plain.length; i += 1) {
    const char = plain[i];
    if (char === undefined || (char === "\n" && !isQuoted)) {
      endCell();
      records.push({ source: plain.slice(start, i), cells });
      cells = [];
      start = i + 1;
    } else if (isQuoted && char === '"' && plain[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (char === '"' && (isQuoted || cell.trim() === "")) {
      if (!isQuoted) cell = "";
      isQuoted = !isQuoted;
    } else if (char === separator && !isQuoted) endCell();
    else cell += char;
  }
  return records;
}

/**
 * Reads the pasted text; without a headline, the columns are in the order of the fields.
 * @param receivedOn the default for lines without a day of arrival
 * @param today decides the century of two-digit years
 */
export function readCardLines(text: string, receivedOn: string, today: Day): CardLines {
  const records = splitRecords(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first] = records;
  const namedColumns = first && columnsOf(first.cells);
  const columns = namedColumns ?? CARD_FIELDS;
  const headline = namedColumns && first.source;
  const cards = namedColumns ? records.slice(1) : records;
  const fail = (problem: CardLines["problem"]) => ({ lines: [], problem, headline });
  if (cards.length === 0) return fail("empty");
  if (cards.length > MOST_CARDS) return fail("tooMany");
  if (REQUIRED.some((field) => !columns.includes(field))) return fail("noColumns");
  const monthFirstColumns = DAYS.map((name) => columns.indexOf(name)).filter((at) =>
    isMonthFirst(cards.map(({ cells }) => cells[at] ?? "")),
  );
  const lines = cards.map((card, index) => {
    const { cells, source } = monthFirstColumns.reduce((each, at) => withDayFirst(each, at, today), card);
    const field = (name: CardField) => (cells[columns.indexOf(name)] ?? "").trim();
    const fields = Object.fromEntries(CARD_FIELDS.map((name) => [name, field(name)])) as CardFields;
    return { number: index + 1, source, fields: { ...fields, receivedOn: fields.receivedOn || receivedOn } };
  });
  return { lines, problem: undefined, headline };
}
