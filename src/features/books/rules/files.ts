/** The files of a month for accounting programs: journals and bank statements for Xero and QuickBooks. */
import type { Account } from "#shared/accounts.ts";
import type { Day } from "#shared/dates/dates.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import { type CsvCell, csvLine } from "#shared/text/csv.ts";
import type { Labels } from "./chart.ts";
import type { Lines } from "./lines.ts";

/** `journal` and `documents` are the shop's own formats, the others those of the two programs. */
export const FILE_FORMATS = ["journal", "documents", "xero", "xero-bank", "quickbooks", "quickbooks-bank"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The sum of an account on a day, in pence; a debit is positive. */
export type DaySum = { readonly day: Day; readonly account: Account; readonly amount: number };
/** A line of a bank statement, in pence; `what` describes it. A movement and its fee are two lines. */
export type StatementLine = {
  readonly day: Day;
  readonly amount: number;
  readonly provider: string;
  readonly what: string;
  readonly reference: string;
};

/** Pounds as a plain number, which both programs read: 12.3 is £12.30. */
const pounds = (amount: number) => toPounds(pence(amount));
/** "31/12/2026", the date format of both programs in the United Kingdom. */
const britishDate = (day: Day) => day.split("-").reverse().join("/");
const csvFile = (head: readonly string[], rows: readonly (readonly CsvCell[])[]) =>
  [csvLine(head), ...rows.map((row) => csvLine(row))].join("");

/** The lines of one file. Source: help.xero.com, "Enter multiple manual journals …". */
const MOST_XERO_LINES = 300;

/**
 * Splits a month into as few files for Xero as possible. A day stays whole, since its journal must balance.
 */
export function xeroParts(sums: readonly DaySum[]): readonly (readonly DaySum[])[] {
  const parts: DaySum[][] = [[]];
  for (const day of Map.groupBy(sums, (sum) => sum.day).values()) {
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && last.length + day.length > MOST_XERO_LINES) parts.push([...day]);
    else last.push(...day);
  }
  return parts;
}

/** One sum for each account of each day. */
export function daySums(days: readonly { readonly day: Day; readonly sums: Lines }[]): DaySum[] {
  return days.flatMap(({ day, sums }) =>
    Object.entries(sums).map(([account, amount]) => ({ day, account: account as Account, amount })),
  );
}

/** One manual journal a day, with VAT on its own lines. Source: Xero, "Enter multiple manual journals …". */
export function xeroJournals(sums: readonly DaySum[], shop: string, { accounts, untaxed }: Labels): string {
  const head = ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"];
  return csvFile(
    [...head, "TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"],
    sums.map(({ day, account, amount }) => [
      ...[`${shop} ${day}`, britishDate(day), accounts[account].name, accounts[account].code, untaxed, pounds(amount)],
      ...["", "", "", ""],
    ]),
  );
}

/** One journal entry a day. Source: Intuit, "Import journal entries". */
export function quickbooksJournals(sums: readonly DaySum[], shop: string, { accounts }: Labels): string {
  return csvFile(
    ["JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description", "Name"],
    sums.map(({ day, account, amount }) => [
      ...[day.replaceAll("-", ""), britishDate(day), accounts[account].name],
      ...(amount > 0 ? [pounds(amount), undefined] : [undefined, pounds(-amount)]),
      ...[`${shop} ${day}`, ""],
    ]),
  );
}

/** The lines of a movement: the amount, and the fee if there is one. */
export function statementLines(
  move: Omit<StatementLine, "reference"> & { readonly id: string; readonly fee: number },
): readonly StatementLine[] {
  const { id: reference, day, provider, amount, fee, what } = move;
  return [
    { day, provider, reference, what, amount },
    { day, provider, reference, what: "Fee", amount: -fee },
  ].filter((line) => line.amount !== 0);
}

/** `head`: the line of column names. */
type Statement = { readonly head: string; readonly line: (line: StatementLine) => string };

/** A bank statement of the balance. Source: Xero, "Import a bank statement": date and amount are required. */
const xeroStatement: Statement = {
  head: csvLine(["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"]),
  line: ({ day, amount, provider, what, reference }) =>
    csvLine([britishDate(day), pounds(amount), provider, what, reference, ""]),
};

/** The same in three columns. Source: Intuit, "Format CSV files for bank uploads". */
const quickbooksStatement: Statement = {
  head: csvLine(["Date", "Description", "Amount"]),
  line: ({ day, amount, what, reference }) => csvLine([britishDate(day), `${what} ${reference}`, pounds(amount)]),
};

/** The statement that each format needs. */
export const STATEMENTS = { "xero-bank": xeroStatement, "quickbooks-bank": quickbooksStatement } as const;
