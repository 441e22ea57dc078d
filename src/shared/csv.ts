/** Lines of CSV files, as RFC 4180 writes them, that no spreadsheet takes for formulas. */

export type CsvCell = string | number | undefined;

/** What makes a spreadsheet calculate instead of show. Source: OWASP, "CSV injection". */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One record with its line end (CRLF). A text that a spreadsheet would calculate gets a `'` before it; numbers are written as they are, and
 * undefined is empty.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
