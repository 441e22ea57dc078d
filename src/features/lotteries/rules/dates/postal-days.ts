/**
 * The last day for postal entries, and the working days it is counted in. Source: the terms, "Enter free by
 * post".
 */
import { addDays, type Day } from "#shared/dates/dates.ts";

/** A card posted by the end date counts if it arrives within this many working days. */
export const POST_WORKING_DAYS = 5;

/** The bank holidays of each year, once computed. */
const computed = new Map<number, ReadonlySet<Day>>();

const SUNDAY = 0;

/** One-off bank holidays, and regular ones that they replaced. */
const ADDED: readonly Day[] = ["2020-05-08", "2022-06-02", "2022-06-03", "2022-09-19", "2023-05-08"];
const REMOVED: readonly Day[] = ["2020-05-04", "2022-05-30"];

function plus(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}

const SATURDAY = 6;

function isWeekend(each: Date): boolean {
  return each.getUTCDay() === SUNDAY || each.getUTCDay() === SATURDAY;
}

/** Moves bank holidays on a weekend to the next weekday that is none. */
function onWeekdays(dates: readonly Date[]): Date[] {
  const observed = dates.filter((each) => !isWeekend(each));
  for (const each of dates.filter(isWeekend)) {
    let substitute = plus(each, 1);
    while (isWeekend(substitute) || observed.some((other) => other.getTime() === substitute.getTime()))
      substitute = plus(substitute, 1);
    observed.push(substitute);
  }
  return observed;
}

function date(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

/** Gregorian. Source: the anonymous algorithm in J. Meeus, Astronomical Algorithms, chapter 8. */
function easterSunday(year: number): Date {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return date(year, Math.floor(days / 31), (days % 31) + 1);
}

const MONDAY = 1;

function firstMonday(from: Date): Date {
  return plus(from, (7 + MONDAY - from.getUTCDay()) % 7);
}

function lastMonday(until: Date): Date {
  return plus(until, -((7 + until.getUTCDay() - MONDAY) % 7));
}

function dayOf(each: Date): Day {
  return each.toISOString().slice(0, 10);
}

function bankHolidays(year: number): ReadonlySet<Day> {
  const easter = easterSunday(year);
  const days = [
    ...onWeekdays([date(year, 1, 1)]),
    plus(easter, -2),
    plus(easter, 1),
    firstMonday(date(year, 5, 1)),
    lastMonday(date(year, 5, 31)),
    lastMonday(date(year, 8, 31)),
    ...onWeekdays([date(year, 12, 25), date(year, 12, 26)]),
  ].map(dayOf);
  return new Set([...days, ...ADDED].filter((day) => !REMOVED.includes(day)));
}

/** True on a bank holiday in England and Wales, including substitute days. */
export function isBankHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  const holidays = computed.get(year) ?? bankHolidays(year);
  computed.set(year, holidays);
  return holidays.has(day);
}

/** Whether post is collected: not on Sundays and bank holidays. */
export function isPostDay(day: Day): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() !== SUNDAY && !isBankHoliday(day);
}

function isWorkingDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
}

/** The `count`-th working day after `day` in England and Wales. */
export function workingDaysAfter(day: Day, count: number): Day {
  let at = day;
  for (let left = count; left > 0;) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left--;
  }
  return at;
}

/** The last day on which a card may arrive. */
export function lastCardDay(endDate: Day): Day {
  return workingDaysAfter(endDate, POST_WORKING_DAYS);
}
