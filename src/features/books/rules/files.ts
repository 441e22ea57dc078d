import type { Account } from "#shared/accounts.ts";
import type { Day } from "#shared/dates/dates.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import { type CsvCell, csvLine } from "#shared/text/csv.ts";
import type { Labels } from "./chart.ts";
import type { Lines } from "./lines.ts";

export const FILE_FORMATS = ["journal", "documents", "xero", "xero-bank", "quickbooks", "quickbooks-bank"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export type DaySum = { readonly day: Day; readonly account: Account; readonly amount: number };
/** A balance movement as a line of a bank statement. `amount` excludes the fee, which has its own line. */
export type StatementLine = {
  readonly day: Day;
  readonly amount: number;
  readonly provider: string;
  readonly what: string;
  readonly reference: string;
};

/** Both programs read plain numbers: 12.3 is £12.30. */
const pounds = (amount: number) => toPounds(pence(amount));
/** The date format of both programs in the United Kingdom. */
const british = (day: Day) => day.split("-").reverse().join("/");
const lines = (head: readonly string[], rows: readonly (readonly CsvCell[])[]) =>
  [csvLine(head), ...rows.map((row) => csvLine(row))].join("");

/** The lines of one file. Source: help.xero.com, "Enter multiple manual journals …". */
const MOST_XERO_LINES = 300;

/** Splits a month into as few files for Xero as possible, and no day, since a journal must balance. */
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

/** One manual journal a day, with VAT on its own lines. Source: Xero, "Enter multiple manual journals …". */
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

/** One journal entry a day. Source: Intuit, "Import journal entries". */
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

/** A bank statement of the balance. Source: Xero, "Import a bank statement": date and amount are required. */
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
