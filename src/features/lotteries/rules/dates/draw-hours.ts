/** When a draw opens and closes: a day and a time of London. The database computes the same. */
import { type Day, endOfLondonDay, londonClock } from "#shared/dates/dates.ts";
import { END_OF_DAY, type Time } from "#shared/dates/draw-hours.ts";

const HOUR_MS = 3_600_000;

/** Reads day and time as UTC. */
function utcOf(day: Day, time: Time): Date {
  return new Date(`${day}T${time}Z`);
}

/** All instants at which London's clocks show this time of the day, in order. */
function londonTimes(day: Day, time: Time): Date[] {
  const inWinter = utcOf(day, time);
  const inSummer = new Date(inWinter.getTime() - HOUR_MS);
  return [inSummer, inWinter].filter((instant) => londonClock(instant) === `${day}T${time}`);
}

/**
 * The instant of a day and time of London. An hour that a clock change skips or repeats is read in winter
 * time, as PostgreSQL does.
 */
export function openingInstant(day: Day, time: Time): Date {
  return londonTimes(day, time).at(-1) ?? utcOf(day, time);
}

/** As openingInstant; the end of the day is its last instant. */
export function closingInstant(day: Day, time: Time): Date {
  return time === END_OF_DAY ? endOfLondonDay(day) : openingInstant(day, time);
}

/** `skipped_hour`: clocks go forward over it. `repeated_hour`: clocks go back, so it comes twice. */
export function clockProblem(day: Day, time: Time): "skipped_hour" | "repeated_hour" | undefined {
  const times = londonTimes(day, time).length;
  if (times === 0) return "skipped_hour";
  return times > 1 ? "repeated_hour" : undefined;
}

/** Whether the text is a time of day, "18:00". */
export function isTime(typed: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(typed);
}
