import type { Locale } from "../language/locale.ts";
/** The dates of a draw in one sentence: end of sales, end of postal entries, start of the draw. */
import { addDays, type Day, formatDate, londonDate } from "./dates.ts";

export type DrawDates = {
  /** The last day of sales, and the time of that day in London, "hh:mm". */
  readonly closesOn: Day;
  readonly closesTime: string;
  /** The end of sales in ms. */
  readonly closesAt: number;
  /** The last day of arrival for postal entries; undefined if the draw takes none. */
  readonly lastPostOn: Day | undefined;
  readonly drawnFrom: Day;
};

/** Dates within this many days need no year. */
const NEAR_DAYS = 180;

/** The texts of `drawDates` in `common.json`. */
type Words = (
  key: `drawDates.${"open" | "closed" | "due"}${"" | "Post"}`,
  values: Record<"closes" | "time" | "post" | "draw", string>,
) => string;

/**
 * A draw's dates in one sentence: "Sales close 10 Dec, 23:59. Winner drawn from 18 Dec, once the post is
 * in. …"
 * @param hasYears always writes years, for mails and files; by default only for dates far from `now` (ms)
 */
export function drawDatesText(
  t: Words,
  { closesOn, closesTime, closesAt, lastPostOn, drawnFrom }: DrawDates,
  { locale, now, hasYears = false }: { readonly locale: Locale; readonly now: number; readonly hasYears?: boolean },
): string {
  const today = londonDate(new Date(now));
  const isNear = [closesOn, drawnFrom].every((day) => day > addDays(today, -NEAR_DAYS) && day < addDays(today, NEAR_DAYS));
  const show = (day: Day) => formatDate(day, locale, isNear && !hasYears ? "day" : "short").replaceAll(" ", "\u00a0");
  const afterSales = today < drawnFrom ? "closed" : "due";
  const stage = now < closesAt ? "open" : afterSales;
  const text = t(`drawDates.${stage}${lastPostOn === undefined ? "" : "Post"}`, {
    closes: show(closesOn),
    time: formatTime(closesTime, locale),
    post: lastPostOn === undefined ? "" : show(lastPostOn),
    draw: show(drawnFrom),
  });
  // « déc. » at the end of a sentence has one full stop.
  return text.replaceAll("..", ".");
}

/** Formats a time of day, "hh:mm": "18:05", « 18 h 05 ». */
export function formatTime(time: string, locale: Locale): string {
  // In winter, London's clocks show UTC.
  return formatDate(new Date(`2026-01-01T${time}Z`), locale, "time");
}
