/** A draw of another platform, read from a CSV file. docs/import.md describes the columns. */
import { EARLIEST, readImportedDay, shownCell } from "#features/accounts/rules/import-cells.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type Pence, toPounds } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { readAddress, readCount, readPounds, readWords } from "./imported-cells.ts";

export const DRAW_COLUMNS = {
  required: ["draw", "platform", "title", "tickets", "closed_on", "drawn_on", "winning_ticket"],
  optional: ["title_fr", "prize", "prize_fr", "prize_value", "ticket_price", "last_ticket", "winner_name", "evidence_url"],
} as const;

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
export type ImportedDraw = { readonly reference: string; readonly facts: ImportedFacts };
export type ReadDraw = ({ readonly kind: "draw" } & ImportedDraw) | Refused;
type Refused = { readonly kind: "refused"; readonly reference: string | undefined; readonly why: string };
type Values = Readonly<Record<string, string>>;

const LONGEST = { draw: 60, platform: 60, title: 120, title_fr: 120, prize: 5000, prize_fr: 5000, winner_name: 100 } as const;

export function readDraw(values: Values, today: Day): ReadDraw {
  const reference = readWords("draw", values.draw, LONGEST.draw);
  if (!reference.ok) return { kind: "refused", reference: undefined, why: reference.error };
  if (reference.value === null) return { kind: "refused", reference: undefined, why: "draw is empty" };
  const facts = readFacts(values, today);
  return facts.ok
    ? { kind: "draw", reference: reference.value, facts: facts.value }
    : { kind: "refused", reference: reference.value, why: facts.error };
}

function readFacts(values: Values, today: Day): Result<ImportedFacts, string> {
  const imported = readReported(values);
  if (!imported.ok) return imported;
  const days = readDays(values, today);
  if (!days.ok) return days;
  const numbers = readNumbers(values);
  if (!numbers.ok) return numbers;
  const prizeValue = readPounds("prize_value", values.prize_value);
  if (!prizeValue.ok) return prizeValue;
  const ticketPrice = readPounds("ticket_price", values.ticket_price);
  if (!ticketPrice.ok) return ticketPrice;
  return ok({
    ...imported.value,
    ...{ prize_value_pence: prizeValue.value, ticket_price_pence: ticketPrice.value },
    ...numbers.value,
    ...days.value,
  });
}

type ReportedFacts = Pick<
  ImportedFacts,
  "platform" | "title" | "title_fr" | "prize" | "prize_fr" | "winner_name" | "evidence_url"
>;

function readReported(values: Values): Result<ReportedFacts, string> {
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
    if (day.value < EARLIEST) return err(`${name} ${day.value} is before ${EARLIEST}`);
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

type Column = keyof ImportedFacts;
export type Difference = { readonly column: Column; readonly says: string };

/** The changes that a file makes. Columns that the file lacks change nothing. */
export function differences(there: ImportedFacts, imported: ImportedFacts, inFile: ReadonlySet<string>): Difference[] {
  return (Object.keys(imported) as Column[]).flatMap((column) => {
    const cell = column.replace(/_pence$/, "");
    // Without its own column, the last ticket follows the number of tickets.
    if (!(inFile.has(cell) || column === "last_ticket") || there[column] === imported[column]) return [];
    return [{ column, says: `${cell} ${spoken(column, there[column])} → ${spoken(column, imported[column])}` }];
  });
}

function spoken(column: Column, value: string | number | null): string {
  if (value === null || value === "") return "empty";
  if (column.endsWith("_pence")) return toPounds(value as Pence).toFixed(2);
  return typeof value === "number" || column.endsWith("_on") ? String(value) : `“${shownCell(value)}”`;
}

/** Without its column, the last ticket stays as an earlier file set it, else follows the tickets. */
export function withKnownLast(there: ImportedFacts, imported: ImportedFacts): ImportedFacts {
  return there.last_ticket === there.tickets
    ? imported
    : { ...imported, last_ticket: Math.max(there.last_ticket, imported.tickets) };
}

/** The imported tickets of a draw. `hasWinning`: the winning ticket is among them. */
export type TicketsHere = { readonly count: number; readonly highest: number; readonly hasWinning: boolean };

/** The reason why the file contradicts the imported tickets. */
export function importProblem(facts: ImportedFacts, here: TicketsHere): string | undefined {
  if (here.highest > facts.last_ticket)
    return `ticket ${here.highest} of it is here, beyond the last ticket ${facts.last_ticket}`;
  if (here.count > facts.tickets) return `${here.count} tickets of it are here, and tickets says ${facts.tickets}`;
  if (here.count === facts.tickets && !here.hasWinning)
    return `all its ${facts.tickets} tickets are here, and ${facts.winning_ticket} is none of them`;
  return undefined;
}
