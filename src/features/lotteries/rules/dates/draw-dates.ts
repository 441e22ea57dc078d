/** The end of sales, the last day of the post and the first day of the draw (docs/decisions/0015). */
import { addDays, type Day, endOfLondonDay } from "#shared/dates/dates.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { END_OF_DAY, type Time } from "#shared/dates/draw-hours.ts";
import { closingInstant } from "./draw-hours.ts";
import { lastCardDay, workingDaysAfter } from "./postal-days.ts";

/** What decides the dates of a draw; `endDate` and `endTime` are London's. */
export type Ending = { readonly endDate: Day; readonly endTime: Time; readonly takesFreeEntries: boolean };

/** The dates that pages and terms show. Without postal entries, the draw may follow at the end of sales. */
export function drawDates({ endDate, endTime, takesFreeEntries }: Ending): DrawDates {
  const lastPostOn = takesFreeEntries ? lastCardDay(endDate) : undefined;
  const closes = { closesOn: endDate, closesTime: endTime, closesAt: closingInstant(endDate, endTime).getTime() };
  const isDrawnThatDay = lastPostOn === undefined && endTime !== END_OF_DAY;
  return { ...closes, lastPostOn, drawnFrom: isDrawnThatDay ? endDate : addDays(lastPostOn ?? endDate, 1) };
}

/** When entries may freeze without a written reason: the end of sales, or of the last day of the post. */
export function entriesDue(ending: Ending): Date {
  const { closesAt, lastPostOn } = drawDates(ending);
  return lastPostOn === undefined ? new Date(closesAt) : endOfLondonDay(lastPostOn);
}

/**
 * When an automatic draw freezes entries: a working day after the last post, which leaves time to key in
 * cards.
 */
export function autoFreezeDue(ending: Ending): Date {
  const { lastPostOn } = drawDates(ending);
  return lastPostOn === undefined ? entriesDue(ending) : endOfLondonDay(workingDaysAfter(lastPostOn, 1));
}
