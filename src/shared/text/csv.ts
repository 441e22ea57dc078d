/** Writes CSV (RFC 4180) that spreadsheets do not evaluate. */

export type CsvCell = string | number | undefined;

/**
 * Formula characters, also in full width, at the start of a cell or after any separator: a spreadsheet with
 * another separator splits cells elsewhere and ignores quotes. Source: OWASP, "CSV injection".
 */
const COMPUTED = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n"])[\s\p{Cc}\p{Cf}"]*)|^(?=[\t\r\n])/gu;
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;

/** One record of a CSV file, with CRLF. A leading `'` prevents evaluation of texts, not of numbers. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = cell.replaceAll(COMPUTED, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
