import type { Account } from "#shared/accounts.ts";
import { type CsvCell, csvLine } from "#shared/csv.ts";
import type { Day } from "#shared/dates.ts";
import { pence, toPounds } from "#shared/money.ts";
import type { Labels } from "./chart.ts";
import type { Lines } from "./lines.ts";

export const FILE_FORMATS = ["journal", "documents", "xero", "xero-bank", "quickbooks", "quickbooks-bank"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export type DaySum = { readonly day: Day; readonly account: Account; readonly amount: number };
/** A movement of the balance at the provider, as a line of a bank's statement; `amount` without the fee, which has a line of its own. */
export type StatementLine = {
  readonly day: Day;
  readonly amount: number;
  readonly provider: string;
  readonly what: string;
  readonly reference: string;
};

/** Spreadsheets and both programs take them as numbers: 12.3 is £12.30. */
const pounds = (amount: number) => toPounds(pence(amount));
/** As both programs read them in the United Kingdom. */
const british = (day: Day) => day.split("-").reverse().join("/");
const lines = (head: readonly string[], rows: readonly (readonly CsvCell[])[]) =>
  [csvLine(head), ...rows.map((row) => csvLine(row))].join("");

/** Lines that Xero takes in one file. Source: help.xero.com, "Enter multiple manual journals using an import template". */
const MOST_XERO_LINES = 300;

/** The files of a month for Xero: as few as there can be, and no day in two of them, since a journal has to balance. One at least. */
export function xeroParts(sums: readonly DaySum[]): readonly (readonly DaySum[])[] {
  const parts: DaySum[][] = [[]];
  for (const day of Map.groupBy(sums, (sum) => sum.day).values()) {
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && last.length + day.length > MOST_XERO_LINES) parts.push([...day]);
    else last.push(...day);
  }
  return parts;
}

export function daySums(days: readonly { readonly day: Day; readonly sums: Lines }[]): DaySum[] {
  return days.flatMap(({ day, sums }) =>
    Object.entries(sums).map(([account, amount]) => ({ day, account: account as Account, amount })),
  );
}

/** Manual journals, one a day, VAT on lines of its own. Source: Xero, "Enter multiple manual journals …". */
export function xeroJournals(sums: readonly DaySum[], shop: string, { accounts, untaxed }: Labels): string {
  const head = ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"];
  return lines(
    [...head, "TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"],
    sums.map(({ day, account, amount }) => [
      ...[`${shop} ${day}`, british(day), accounts[account].name, accounts[account].code, untaxed, pounds(amount)],
      ...["", "", "", ""],
    ]),
  );
}

/** Journal entries, one a day. Source: Intuit, "Import journal entries": number, date, account, debits, credits, description. */
export function quickbooksJournals(sums: readonly DaySum[], shop: string, { accounts }: Labels): string {
  return lines(
    ["JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description", "Name"],
    sums.map(({ day, account, amount }) => [
      ...[day.replaceAll("-", ""), british(day), accounts[account].name],
      ...(amount > 0 ? [pounds(amount), undefined] : [undefined, pounds(-amount)]),
      ...[`${shop} ${day}`, ""],
    ]),
  );
}

export function statementLines(
  move: Omit<StatementLine, "reference"> & { readonly id: string; readonly fee: number },
): readonly StatementLine[] {
  const { id: reference, day, provider, amount, fee, what } = move;
  return [
    { day, provider, reference, what, amount },
    { day, provider, reference, what: "Fee", amount: -fee },
  ].filter((line) => line.amount !== 0);
}

type Statement = { readonly head: string; readonly line: (line: StatementLine) => string };

/** A statement of the balance at the provider. Source: Xero, "Import a bank statement": date and amount are needed. */
const xeroStatement: Statement = {
  head: csvLine(["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"]),
  line: ({ day, amount, provider, what, reference }) => csvLine([british(day), pounds(amount), provider, what, reference, ""]),
};

/** The same in three columns. Source: Intuit, "Format CSV files for bank uploads". */
const quickbooksStatement: Statement = {
  head: csvLine(["Date", "Description", "Amount"]),
  line: ({ day, amount, what, reference }) => csvLine([british(day), `${what} ${reference}`, pounds(amount)]),
};

export const STATEMENTS = { "xero-bank": xeroStatement, "quickbooks-bank": quickbooksStatement } as const;
