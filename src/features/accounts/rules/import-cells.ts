import { type Day, londonDate } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";

const LONGEST_SHOWN = 40;
/** No platform sold such draws earlier. */
export const EARLIEST: Day = "1990-01-01";

export function shownCell(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** A day with a time and a zone. Midnight does not count as a time. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ](?!00:00(?::00(?:\.0+)?)?[Z+-])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Converts an instant with a zone to London's day. The year must come first: 03/04 is ambiguous. */
export function readImportedDay(name: string, text: string): Result<Day | undefined, string> {
  if (text === "") return ok(undefined);
  const written = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1] ?? "";
  if (new Date(`${written}T00:00:00Z`).toJSON()?.slice(0, 10) !== written)
    return err(`${name} “${shownCell(text)}” is no day as in 2026-11-23`);
  const instant = ZONED.test(text) ? new Date(text) : undefined;
  return ok(instant && Number.isFinite(instant.getTime()) ? londonDate(instant) : written);
}

/** Refuses birthdays given as instants: their day depends on an unknown zone. */
export function refuseInstant(name: string, text: string): Result<undefined, string> {
  return ZONED.test(text) ? err(`${name} “${shownCell(text)}” has a time of day and a zone. Write the day alone`) : ok();
}
