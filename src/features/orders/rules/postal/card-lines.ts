import type { Day } from "#shared/dates/dates.ts";
import { CARD_FIELDS, type CardField, type CardFields } from "./postal-card.ts";
import { isMonthFirst, turnMonthFirst } from "./typed-day.ts";

/** Per paste: each is keyed in by itself, which takes time. */
export const MOST_CARDS = 500;

/** `source`: the record as pasted, without its line end; `number`: from 1, without the headline. */
export type CardLine = { readonly number: number; readonly source: string; readonly fields: CardFields };
export type CardLines = {
  readonly lines: readonly CardLine[];
  readonly problem: "empty" | "tooMany" | "noColumns" | undefined;
  readonly headline: string | undefined;
};

/** Names of columns, in lower case and letters only. */
const NAMES: Readonly<Record<CardField, readonly string[]>> = {
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
const NEEDED: readonly CardField[] = ["firstName", "lastName", "birthDate", "address", "county"];

const DAYS: readonly CardField[] = ["birthDate", "receivedOn", "postedOn"];

/** `receivedOn`: the default for lines without a day. `today`: for years of two digits. */
export function readCardLines(text: string, receivedOn: string, today: Day): CardLines {
  const records = splitRecords(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first] = records;
  const named = first && columnsOf(first.cells);
  const columns = named ?? CARD_FIELDS;
  const headline = named && first.source;
  const cards = named ? records.slice(1) : records;
  const fail = (problem: CardLines["problem"]) => ({ lines: [], problem, headline });
  if (cards.length === 0) return fail("empty");
  if (cards.length > MOST_CARDS) return fail("tooMany");
  if (NEEDED.some((field) => !columns.includes(field))) return fail("noColumns");
  const turned = DAYS.map((name) => columns.indexOf(name)).filter((at) =>
    isMonthFirst(cards.map(({ cells }) => cells[at] ?? "")),
  );
  const lines = cards.map((card, index) => {
    const { cells, source } = turned.reduce((each, at) => withDayFirst(each, at, today), card);
    const field = (name: CardField) => (cells[columns.indexOf(name)] ?? "").trim();
    const fields = Object.fromEntries(CARD_FIELDS.map((name) => [name, field(name)])) as CardFields;
    return { number: index + 1, source, fields: { ...fields, receivedOn: fields.receivedOn || receivedOn } };
  });
  return { lines, problem: undefined, headline };
}

/** A returned line no longer shows its column's date format, so the day in its source is converted, too. */
function withDayFirst({ cells, source }: CsvRecord, at: number, today: Day): CsvRecord {
  const typed = cells[at] ?? "";
  const day = turnMonthFirst(typed, today);
  return { cells: cells.with(at, day), source: source.replace(typed, () => day) };
}

function columnsOf(cells: readonly string[]): (CardField | undefined)[] | undefined {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
    return CARD_FIELDS.find((field) => NAMES[field].includes(name));
  });
  return columns.filter(Boolean).length >= 2 ? columns : undefined;
}

type CsvRecord = { readonly source: string; readonly cells: readonly string[] };

/** RFC 4180, also with semicolons or tabs (spreadsheet clipboards). An unclosed quote ends with the text. */
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

function separatorOf(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  return ["\t", ";", ","].find((candidate) => line.includes(candidate)) ?? ",";
}
