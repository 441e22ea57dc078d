import { type Day, londonDate } from "#shared/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";

const LONGEST_SHOWN = 40;
/** No platform held draws of this kind before. */
export const EARLIEST: Day = "1990-01-01";

export function shownCell(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** A day with a time behind it, and a zone behind that; midnight of any zone is no time of day. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ](?!00:00(?::00(?:\.0+)?)?[Z+-])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A day, with or without a time of day behind it. Where that names its zone, the day is the one that it was in London; otherwise it is left out. What has no
 * year first is refused: nobody can tell 03/04 from 04/03.
 */
export function readImportedDay(name: string, text: string): Result<Day | undefined, string> {
  if (text === "") return ok(undefined);
  const written = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1] ?? "";
  if (new Date(`${written}T00:00:00Z`).toJSON()?.slice(0, 10) !== written)
    return err(`${name} “${shownCell(text)}” is no day as in 2026-11-23`);
  const instant = ZONED.test(text) ? new Date(text) : undefined;
  return ok(instant && Number.isFinite(instant.getTime()) ? londonDate(instant) : written);
}

/** A birthday as a program writes it that knows instants alone: midnight there is another day in another zone, and nobody can tell in which it was. */
export function refuseInstant(name: string, text: string): Result<undefined, string> {
  return ZONED.test(text) ? err(`${name} “${shownCell(text)}” has a time of day and a zone. Write the day alone`) : ok();
}
