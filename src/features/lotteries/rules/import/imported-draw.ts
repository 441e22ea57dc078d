/** A draw of another platform, read from a CSV file. docs/import.md describes the columns. */
import { EARLIEST_IMPORTED_DAY, readImportedDay, shownCell } from "#features/accounts/rules/import-cells.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type Pence, toPounds } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { readAddress, readCount, readPounds, readWords } from "./imported-cells.ts";

/** The columns of the CSV file. */
export const DRAW_COLUMNS = {
  required: ["draw", "platform", "title", "tickets", "closed_on", "drawn_on", "winning_ticket"],
  optional: ["title_fr", "prize", "prize_fr", "prize_value", "ticket_price", "last_ticket", "winner_name", "evidence_url"],
} as const;

/** The facts of a draw, by column of the database. */
export type ImportedFacts = {
  readonly platform: string;
  readonly title: string;
  readonly title_fr: string | null;
  readonly prize: string;
  readonly prize_fr: string | null;
  readonly prize_value_pence: Pence | null;
  readonly ticket_price_pence: Pence | null;
  readonly tickets: number;
  /** The highest ticket number; the lowest is 1. */
  readonly last_ticket: number;
  readonly closed_on: Day;
  readonly drawn_on: Day;
  readonly winning_ticket: number;
  readonly winner_name: string | null;
  readonly evidence_url: string | null;
};
/** `reference`: the draw's id at the other platform. */
export type ImportedDraw = { readonly reference: string; readonly facts: ImportedFacts };

type Refused = { readonly kind: "refused"; readonly reference: string | undefined; readonly reason: string };

/** A line of the file: a draw, or the reason why it is refused. */
export type ReadDraw = ({ readonly kind: "draw" } & ImportedDraw) | Refused;

/** The cells of a line by column. */
type Values = Readonly<Record<string, string>>;

/** The most characters of each text. */
const LONGEST = { draw: 60, platform: 60, title: 120, title_fr: 120, prize: 5000, prize_fr: 5000, winner_name: 100 } as const;

type TextFacts = Pick<ImportedFacts, "platform" | "title" | "title_fr" | "prize" | "prize_fr" | "winner_name" | "evidence_url">;

function readTexts(values: Values): Result<TextFacts, string> {
  const read: Partial<Record<keyof typeof LONGEST, string | null>> = {};
  for (const name of ["platform", "title", "title_fr", "prize", "prize_fr", "winner_name"] as const) {
    const words = readWords(name, values[name], LONGEST[name]);
    if (!words.ok) return words;
    read[name] = words.value;
  }
  const { platform, title, title_fr = null, prize, prize_fr = null, winner_name = null } = read;
  if (!platform) return err("platform is empty");
  if (!title) return err("title is empty");
  const evidence = readAddress("evidence_url", values.evidence_url);
  if (!evidence.ok) return evidence;
  return ok({ platform, title, title_fr, prize: prize ?? "", prize_fr, winner_name, evidence_url: evidence.value });
}

function readDays(values: Values, today: Day): Result<Pick<ImportedFacts, "closed_on" | "drawn_on">, string> {
  const days: Day[] = [];
  for (const name of ["closed_on", "drawn_on"] as const) {
    const day = readImportedDay(name, (values[name] ?? "").trim());
    if (!day.ok) return day;
    if (day.value === undefined) return err(`${name} is empty`);
    if (day.value > today) return err(`${name} ${day.value} is still to come: a draw that is not over stays where it is`);
    if (day.value < EARLIEST_IMPORTED_DAY) return err(`${name} ${day.value} is before ${EARLIEST_IMPORTED_DAY}`);
    days.push(day.value);
  }
  const [closedOn = "", drawnOn = ""] = days;
  if (drawnOn < closedOn) return err(`drawn_on ${drawnOn} is before closed_on ${closedOn}`);
  return ok({ closed_on: closedOn, drawn_on: drawnOn });
}

function readNumbers(values: Values): Result<Pick<ImportedFacts, "tickets" | "last_ticket" | "winning_ticket">, string> {
  const tickets = readCount("tickets", values.tickets);
  if (!tickets.ok) return tickets;
  if (tickets.value === null) return err("tickets is empty");
  const last = readCount("last_ticket", values.last_ticket);
  if (!last.ok) return last;
  const lastTicket = last.value ?? tickets.value;
  if (lastTicket < tickets.value) return err(`last_ticket ${lastTicket} is less than tickets ${tickets.value}`);
  const winning = readCount("winning_ticket", values.winning_ticket);
  if (!winning.ok) return winning;
  if (winning.value === null) return err("winning_ticket is empty: a draw without a winner is not shown anywhere");
  if (winning.value > lastTicket) return err(`winning_ticket ${winning.value} is beyond the last ticket ${lastTicket}`);
  return ok({ tickets: tickets.value, last_ticket: lastTicket, winning_ticket: winning.value });
}

function readFacts(values: Values, today: Day): Result<ImportedFacts, string> {
  const texts = readTexts(values);
  if (!texts.ok) return texts;
  const days = readDays(values, today);
  if (!days.ok) return days;
  const numbers = readNumbers(values);
  if (!numbers.ok) return numbers;
  const prizeValue = readPounds("prize_value", values.prize_value);
  if (!prizeValue.ok) return prizeValue;
  const ticketPrice = readPounds("ticket_price", values.ticket_price);
  if (!ticketPrice.ok) return ticketPrice;
  return ok({
    ...texts.value,
    ...{ prize_value_pence: prizeValue.value, ticket_price_pence: ticketPrice.value },
    ...numbers.value,
    ...days.value,
  });
}

/** Reads a line; days after `today` are refused, since the draw is not over. */
export function readDraw(values: Values, today: Day): ReadDraw {
  const reference = readWords("draw", values.draw, LONGEST.draw);
  if (!reference.ok) return { kind: "refused", reference: undefined, reason: reference.error };
  if (reference.value === null) return { kind: "refused", reference: undefined, reason: "draw is empty" };
  const facts = readFacts(values, today);
  return facts.ok
    ? { kind: "draw", reference: reference.value, facts: facts.value }
    : { kind: "refused", reference: reference.value, reason: facts.error };
}

type Column = keyof ImportedFacts;
/** A changed column, and the English description of its change. */
export type Difference = { readonly column: Column; readonly description: string };

/** A value as the description names it. */
function describeValue(column: Column, value: string | number | null): string {
  if (value === null || value === "") return "empty";
  if (column.endsWith("_pence")) return toPounds(value as Pence).toFixed(2);
  return typeof value === "number" || column.endsWith("_on") ? String(value) : `“${shownCell(value)}”`;
}

/** The changes that a file makes. Columns that the file lacks change nothing. */
export function differences(stored: ImportedFacts, imported: ImportedFacts, fileColumns: ReadonlySet<string>): Difference[] {
  return (Object.keys(imported) as Column[]).flatMap((column) => {
    const cell = column.replace(/_pence$/, "");
    // Without its own column, the last ticket follows the number of tickets.
    if (!(fileColumns.has(cell) || column === "last_ticket") || stored[column] === imported[column]) return [];
    return [
      { column, description: `${cell} ${describeValue(column, stored[column])} → ${describeValue(column, imported[column])}` },
    ];
  });
}

/**
 * For a file without the column `last_ticket`: keeps the number of an earlier file, unless there are more
 * tickets now.
 */
export function withKnownLast(stored: ImportedFacts, imported: ImportedFacts): ImportedFacts {
  return stored.last_ticket === stored.tickets
    ? imported
    : { ...imported, last_ticket: Math.max(stored.last_ticket, imported.tickets) };
}

/** The tickets of a draw that are imported already. `hasWinning`: the winning ticket is among them. */
export type StoredTickets = { readonly count: number; readonly highest: number; readonly hasWinning: boolean };

/** Why the facts contradict the tickets that are imported already; undefined if they do not. */
export function importProblem(facts: ImportedFacts, tickets: StoredTickets): string | undefined {
  if (tickets.highest > facts.last_ticket)
    return `ticket ${tickets.highest} of it is here, beyond the last ticket ${facts.last_ticket}`;
  if (tickets.count > facts.tickets) return `${tickets.count} tickets of it are here, and tickets says ${facts.tickets}`;
  if (tickets.count === facts.tickets && !tickets.hasWinning)
    return `all its ${facts.tickets} tickets are here, and ${facts.winning_ticket} is none of them`;
  return undefined;
}
