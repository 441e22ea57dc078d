/** Months of the journal, each named by its first day, and the day on which an event is booked. */
import { addDays, type Day, londonDate } from "#shared/dates/dates.ts";

/** Payments and fees of a day are known within this time after its end. */
const KNOWN_AFTER_MS = 3_600_000;

/** The first day whose events may not all be known yet. */
export function knownBefore(now: Date): Day {
  return londonDate(new Date(now.getTime() - KNOWN_AFTER_MS));
}

/** The first day of a day's month. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** Whether a month can be closed: it has ended, and its last payments are known. */
export function isOver(month: Day, now: Date): boolean {
  return month < monthOf(knownBefore(now));
}

/** The first day of the next month. */
export function nextMonth(month: Day): Day {
  return monthOf(addDays(month, 31));
}

/** The booking day: the day itself, or the first day after all closed months. */
export function bookedOn(day: Day, closedThrough: Day | undefined): Day {
  return closedThrough === undefined || monthOf(day) > closedThrough ? day : nextMonth(closedThrough);
}

/** Parses "2026-11"; undefined for anything else. */
export function readMonth(text: string | null | undefined): Day | undefined {
  return text && /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : undefined;
}

/** Whether the text is an existing day, "2026-11-30". */
export function isDay(text: string | undefined): text is Day {
  return (
    text !== undefined && /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  );
}
