/** Formats the day on which a draw opens or closes, with the time if it is not the default. */
import type { Locale } from "../language/locale.ts";
import { type Day, formatDate } from "./dates.ts";
import { formatTime } from "./draw-dates.ts";

/** A time of day in London: "hh:mm", from "00:00" to "23:59". */
export type Time = string;

/**
 * A draw opens and closes at these times unless the back office chooses others. The last minute of a day is
 * on sale: `END_OF_DAY` stands for the next midnight.
 */
export const START_OF_DAY: Time = "00:00";
export const END_OF_DAY: Time = "23:59";

/** The start of sales: "4 December 2026", or "4 December 2026 at 18:00". `short`: "4 Dec 2026, 18:00". */
export function formatOpening(
  { startDate, startTime }: { readonly startDate: Day; readonly startTime: Time },
  locale: Locale,
  style: "long" | "short" = "long",
): string {
  return formatHour(startDate, startTime === START_OF_DAY ? undefined : startTime, locale, style);
}

/** The end of sales, in the formats of `formatOpening`. */
export function formatClosing(
  { endDate, endTime }: { readonly endDate: Day; readonly endTime: Time },
  locale: Locale,
  style: "long" | "short" = "long",
): string {
  return formatHour(endDate, endTime === END_OF_DAY ? undefined : endTime, locale, style);
}

function formatHour(day: Day, time: Time | undefined, locale: Locale, style: "long" | "short"): string {
  // Keeps day and month on one line.
  const date = formatDate(day, locale, style).replace(" ", "\u00a0");
  if (time === undefined) return date;
  return `${date}${separator(locale, style)}${formatTime(time, locale)}`;
}

function separator(locale: Locale, style: "long" | "short"): string {
  if (locale === "fr") return " à ";
  return locale === "en" && style === "long" ? " at " : ", ";
}
