/** Parses typed days. Days come before months, as in Britain and France, unless a column shows otherwise. */
import type { Day } from "#shared/dates/dates.ts";
import { pastedId } from "#shared/text/pasted.ts";

/** Earlier days are typing errors. */
const EARLIEST = "1900-01-01";

/**
 * Why a text is no day. `dateMonthFirst`: it has the month first; `dateSerial`: it is a spreadsheet's serial
 * number.
 */
export type DayProblem = "dateInvalid" | "dateMonthFirst" | "dateSerial";

const NUMBERS = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[\s/.-]+(\d{1,2})[\s/.-]+(\d{1,2})$/;
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th|er)?[\s/.,-]*(?:of )?([a-z]{3,})[\s/.,-]*(\d{4}|\d{2})$/;
const NAME_AND_DAY = /^([a-z]{3,})[\s.]*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4})$/;
const MIDNIGHT = /(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?)$/i;

/** Fraction and division slashes. */
const SLASHES = /[\u2044\u2215]/g;
/** "Friday, 13 April 1990", "le vendredi 13 avril 1990", "le 13 avril 1990". */
const WEEKDAY =
  /^(?:le )?(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim)[a-z]*[.,]* )?(?=\d{1,2}(?:st|nd|rd|th|er)?[ .]*[a-z/.-])/;

/** Prefixes of English and French month names, without accents. */
const MONTHS: readonly RegExp[] = [
  /^ja/,
  /^f[e]/,
  /^mar/,
  /^a[pv]/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^a(?:ug|ou)/,
  /^se/,
  /^oc/,
  /^no/,
  /^de/,
];

/** Lower case, without accents, weekday and time of midnight. */
function plain(typed: string): string {
  const words = pastedId(typed).toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(SLASHES, "/");
  return words.replace(MIDNIGHT, "").replace(WEEKDAY, "");
}

/** The number of a month by its English or French name. */
function monthOf(name = ""): string | undefined {
  const month = MONTHS.findIndex((begins) => begins.test(name));
  return month < 0 ? undefined : String(month + 1);
}

/** Undefined if there is no such day. */
function dayOf(year = "", month = "", day = "", today: Day): Day | undefined {
  const century = Number(year) <= Number(today.slice(2, 4)) ? Number(today.slice(0, 2)) : Number(today.slice(0, 2)) - 1;
  const fullYear = year.length === 2 ? `${century}${year}` : year;
  const date = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return date >= EARLIEST && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date ? date : undefined;
}

/**
 * The day as "yyyy-mm-dd"; empty for empty input, undefined if invalid. Two-digit years are never after
 * `today`.
 */
export function readDay(typed: string, today: Day): Day | undefined {
  const text = plain(typed);
  if (text === "") return "";
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3], today);
  const numbers = NUMBERS.exec(text);
  if (numbers) return dayOf(numbers[3], numbers[2], numbers[1], today);
  const dayAndName = DAY_AND_NAME.exec(text);
  if (dayAndName) return dayOf(dayAndName[3], monthOf(dayAndName[2]), dayAndName[1], today);
  const nameAndDay = NAME_AND_DAY.exec(text);
  return nameAndDay ? dayOf(nameAndDay[3], monthOf(nameAndDay[1]), nameAndDay[2], today) : undefined;
}

/** The problem of a text that readDay refuses. */
export function dayProblem(typed: string): DayProblem {
  const text = plain(typed);
  if (/^[1-5]\d{4}$/.test(text)) return "dateSerial";
  const [, first, second] = NUMBERS.exec(text) ?? [];
  return Number(first) <= 12 && Number(second) > 12 && Number(second) <= 31 ? "dateMonthFirst" : "dateInvalid";
}

/** Whether a column is written month first, as in America: some days need it and none contradicts it. */
export function isMonthFirst(column: readonly string[]): boolean {
  const pairs = column.flatMap((typed) => {
    const [, first, second] = NUMBERS.exec(plain(typed)) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  return pairs.some(([, second]) => second > 12) && pairs.every(([first]) => first <= 12);
}

/** "04/13/1990" as "1990-04-13"; other text is unchanged. */
export function swapMonthFirst(typed: string, today: Day): string {
  const [, month, day, year] = NUMBERS.exec(plain(typed)) ?? [];
  return (year !== undefined && dayOf(year, month, day, today)) || typed;
}
