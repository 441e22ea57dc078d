/** Calendar days and clock times in Europe/London, where all draws open and close, and their formats. */
import { type Locale, localeTag } from "../language/locale.ts";

/** A calendar day, "yyyy-mm-dd". */
export type Day = string;

const HOUR = 3_600_000;
const NUMERIC_DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const TIMESTAMP = { ...NUMERIC_DAY, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const HOUR_OF_DAY = { hour: "2-digit", hourCycle: "h23" } as const;
const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** Intl's format in London's time for a BCP 47 tag. Cached by tag and by the identity of `options`. */
function format(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const formatsByTag = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  const known = formatsByTag.get(tag) ?? new Intl.DateTimeFormat(tag, { timeZone: "Europe/London", ...options });
  formats.set(options, formatsByTag.set(tag, known));
  return known;
}

/** The calendar day in London at an instant. */
export function londonDate(instant: Date): Day {
  return format("sv-SE", NUMERIC_DAY).format(instant);
}

/** The midnight in London that begins a day. Throws a RangeError for an impossible day. */
export function startOfLondonDay(day: Day): Date {
  return londonMidnight(utcMidnightOf(day));
}

/** The midnight in London that ends a day: the instant at which sales with this `end_date` close. */
export function endOfLondonDay(day: Day): Date {
  // A number, because `Date` cannot parse the day after 9999-12-31.
  return londonMidnight(utcMidnightOf(day) + 24 * HOUR);
}

/** The midnight in UTC that begins a day, in milliseconds. Throws a RangeError for an impossible day. */
function utcMidnightOf(day: Day): number {
  const utcMidnight = new Date(`${day}T00:00:00Z`);
  if (utcMidnight.toJSON()?.slice(0, 10) !== day) throw new RangeError(`Not a day of the calendar: ${day}`);
  return utcMidnight.getTime();
}

/** Clocks change at 01:00 UTC, not between the midnights: London's hour at midnight UTC is its offset. */
function londonMidnight(utcMidnight: number): Date {
  return new Date(2 * utcMidnight - onLondonClocks(utcMidnight));
}

/** From the start of one day to the end of another; empty bounds are open. Undefined for an invalid day. */
export function londonSpan(from: Day | "", to: Day | ""): Readonly<Record<"from" | "until", Date | undefined>> | undefined {
  try {
    return { from: from === "" ? undefined : startOfLondonDay(from), until: to === "" ? undefined : endOfLondonDay(to) };
  } catch {
    return undefined;
  }
}

/** The day so many calendar days later. Not multiples of 24 hours: twice a year a day has 23 or 25. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
}

/** The instant so many months later at London's clock time; at most on the month's last day. */
export function addMonths(instant: Date, months: number): Date {
  const clock = new Date(onLondonClocks(instant.getTime()));
  const day = clock.getUTCDate();
  clock.setUTCMonth(clock.getUTCMonth() + months + 1, 0);
  clock.setUTCDate(Math.min(clock.getUTCDate(), day));
  const [inWinter, inSummer] = [clock.getTime(), clock.getTime() - HOUR];
  const isSummer = onLondonClocks(inWinter) !== inWinter && onLondonClocks(inSummer) === inWinter;
  return new Date(isSummer ? inSummer : inWinter);
}

/** The time in milliseconds whose UTC fields are those that London's clocks show at `time`. */
function onLondonClocks(time: number): number {
  const hour = Number(format("en-GB", HOUR_OF_DAY).format(time));
  return time + ((hour - new Date(time).getUTCHours() + 24) % 24) * HOUR;
}

/** "2026-11-28 11:47:16" in London, as spreadsheets read it. The column's heading names the zone. */
export function londonTimestamp(instant: Date): string {
  return format("sv-SE", TIMESTAMP).format(instant);
}

/** Whether a person is 18 on `today`. Born on 29 February counts from 1 March (docs/decisions/0079). */
export function isAdult(birthDate: Day, today: Day): boolean {
  // Counted back from today: an 18th birthday after 9999 would sort before every other day.
  const latest = String(Number(today.slice(0, 4)) - 18).padStart(4, "0") + today.slice(4);
  return birthDate <= latest;
}

const STYLES = {
  long: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  day: { day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
} as const;
export type DateStyle = keyof typeof STYLES;

/**
 * Formats a day or instant in London's time. `long`: "4 December 2026"; `short`: "4 Dec 2026"; `day`: "4
 * Dec"; `month`: "December 2026"; `time`: "18:05", « 18 h 05 »; `clock`: "18:05:09", « 18 h 05 min 09 s ».
 */
export function formatDate(date: Date | Day, locale: Locale, style: DateStyle = "long"): string {
  const instant = typeof date === "string" ? startOfLondonDay(date) : date;
  const text = format(localeTag(locale), STYLES[style]).format(instant);
  return locale === "fr" ? inFrench(text) : text;
}

/** French typography, « 1er mai » and « 9 h 05 », in place of Intl's "1 mai" and "09:05". */
function inFrench(text: string): string {
  return text
    .replace(/^1 /, "1er ")
    .replace(/^0?(\d+):(\d\d)(?::(\d\d))?$/, (_, hour, minute, second) =>
      second === undefined ? `${hour}\u00a0h\u00a0${minute}` : `${hour}\u00a0h\u00a0${minute}\u00a0min\u00a0${second}\u00a0s`,
    );
}

/**
 * Parses London's clock time, "yyyy-mm-ddThh:mm": the earlier instant of an ambiguous hour; undefined for
 * anything else.
 */
export function londonInstant(text: string): Date | undefined {
  const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(`${text}Z`) : undefined;
  if (utc?.toJSON()?.slice(0, 16) !== text) return undefined;
  return [new Date(utc.getTime() - HOUR), utc].find((instant) => londonClock(instant) === text);
}

/** London's clock time, "yyyy-mm-ddThh:mm", for a datetime-local field. */
export function londonClock(instant: Date): string {
  return `${londonDate(instant)}T${format("en-GB", STYLES.time).format(instant)}`;
}
