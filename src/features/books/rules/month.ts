import { addDays, type Day, londonDate } from "#shared/dates.ts";

/** What was paid or charged on a day is known so long after its end. */
const KNOWN_AFTER_MS = 3_600_000;

/** The first day of which not everything can be known yet. */
export function knownBefore(now: Date): Day {
  return londonDate(new Date(now.getTime() - KNOWN_AFTER_MS));
}

/** Whether a month can be closed: it is over, and so is the time in which its last payments are heard of. */
export function isOver(month: Day, now: Date): boolean {
  return month < monthOf(knownBefore(now));
}

export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

export function nextMonth(month: Day): Day {
  return monthOf(addDays(month, 31));
}

/** The day on which something counts: its own, or the first one after all months that are closed. */
export function bookedOn(day: Day, closedThrough: Day | undefined): Day {
  return closedThrough === undefined || monthOf(day) > closedThrough ? day : nextMonth(closedThrough);
}

/** "2026-11" as in addresses; undefined for anything else. */
export function readMonth(text: string | null | undefined): Day | undefined {
  return text && /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : undefined;
}

export function isDay(text: string | undefined): text is Day {
  return (
    text !== undefined && /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  );
}
