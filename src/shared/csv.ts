/** Lines of CSV files, as RFC 4180 writes them, that no spreadsheet takes for formulas. */

export type CsvCell = string | number | undefined;

/**
 * What a spreadsheet computes instead of showing it, also in full width. Not only at the start of a cell: where its owner's separator is
 * another than ours, such as the semicolon of French ones, it splits a text in the middle, and takes no notice of quotes on the way.
 * Source: OWASP, "CSV injection".
 */
const COMPUTED = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n"])[\s\p{Cc}\p{Cf}"]*)|^(?=[\t\r\n])/gu;
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;

/** One record with CRLF. A `'` keeps spreadsheets from computing a text; numbers as they are, undefined empty. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = cell.replaceAll(COMPUTED, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
