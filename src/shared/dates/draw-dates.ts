import type { Locale } from "../language/locale.ts";
/** The dates of a draw in one sentence: end of sales, end of postal entries, start of the draw. */
import { addDays, type Day, formatDate } from "./dates.ts";

export type DrawDates = {
  /** The last day of sales, which close at 23:59. */
  readonly closesOn: Day;
  /** The last day of arrival for postal entries; undefined if the draw takes none. */
  readonly lastPostOn: Day | undefined;
  readonly drawnFrom: Day;
};

/** Dates within this many days need no year. */
const NEAR_DAYS = 180;

type Words = (
  key: `drawDates.${"open" | "closed" | "due"}${"" | "Post"}`,
  values: Record<"closes" | "post" | "draw", string>,
) => string;

/**
 * "Sales close 10 Dec, 23:59. Winner drawn from 18 Dec, once the post is in. …"
 * @param hasYears always writes years, for mails and files; else `today` decides
 */
export function drawDatesText(
  t: Words,
  { closesOn, lastPostOn, drawnFrom }: DrawDates,
  { locale, today, hasYears = false }: { readonly locale: Locale; readonly today: Day; readonly hasYears?: boolean },
): string {
  const isNear = [closesOn, drawnFrom].every((day) => day > addDays(today, -NEAR_DAYS) && day < addDays(today, NEAR_DAYS));
  const show = (day: Day) => formatDate(day, locale, isNear && !hasYears ? "day" : "short").replaceAll(" ", "\u00a0");
  const stage = today <= closesOn ? "open" : today < drawnFrom ? "closed" : "due";
  const text = t(`drawDates.${stage}${lastPostOn === undefined ? "" : "Post"}`, {
    closes: show(closesOn),
    post: lastPostOn === undefined ? "" : show(lastPostOn),
    draw: show(drawnFrom),
  });
  // « déc. » at the end of a sentence has one full stop.
  return text.replaceAll("..", ".");
}
