/** Cells of files that other platforms wrote. */
import type { Day } from "#shared/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";

const LONGEST_SHOWN = 40;
/** No platform held draws of this kind before. */
export const EARLIEST: Day = "1990-01-01";

/** As much of a cell as a message has room for. */
export function shownCell(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/**
 * A day, with or without a time of day behind it, which is left out. What has no year first is refused: nobody can tell 03/04 from 04/03.
 *
 * @returns undefined for an empty cell
 */
export function readImportedDay(name: string, text: string): Result<Day | undefined, string> {
  if (text === "") return ok(undefined);
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1] ?? "";
  return new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
    ? ok(day)
    : err(`${name} “${shownCell(text)}” is no day as in 2026-11-23`);
}
