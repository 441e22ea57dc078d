/** Reads single cells of an imported CSV file. */
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";

const LONGEST_SHOWN = 40;
/** The earliest plausible day of a registration, draw or closing. No platform sold such draws earlier. */
export const EARLIEST_IMPORTED_DAY: Day = "1990-01-01";

/** A cell for error messages, cut to 40 characters. */
export function shownCell(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/**
 * Matches an instant: a day with a time and a zone. Midnight in any zone does not match: exports write plain
 * days so, and London's day could be the one before.
 */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ](?!00:00(?::00(?:\.0+)?)?[Z+-])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a day such as "2026-11-23". An instant becomes its day in London; midnight, and a time without a
 * zone, leave the day as written. The year must come first: 03/04 is ambiguous.
 * @param name the column, for the error message
 * @returns undefined for an empty cell; the error is a sentence for the report of the import
 */
export function readImportedDay(name: string, text: string): Result<Day | undefined, string> {
  if (text === "") return ok(undefined);
  const written = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1] ?? "";
  if (new Date(`${written}T00:00:00Z`).toJSON()?.slice(0, 10) !== written)
    return err(`${name} “${shownCell(text)}” is no day as in 2026-11-23`);
  const instant = INSTANT.test(text) ? new Date(text) : undefined;
  return ok(instant && Number.isFinite(instant.getTime()) ? londonDate(instant) : written);
}

/** Refuses birthdays given as instants: their day depends on an unknown zone. Midnight passes as a day. */
export function refuseInstant(name: string, text: string): Result<undefined, string> {
  return INSTANT.test(text) ? err(`${name} “${shownCell(text)}” has a time of day and a zone. Write the day alone`) : ok();
}
