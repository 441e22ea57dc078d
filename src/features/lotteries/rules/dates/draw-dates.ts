/** The end of sales, the last day of the post and the first day of the draw (docs/decisions/0015). */
import { addDays, type Day, endOfLondonDay } from "#shared/dates/dates.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { lastCardDay, workingDaysAfter } from "./postal-days.ts";

export type Ending = { readonly endDate: Day; readonly takesFreeEntries: boolean };

/** Without postal entries, the draw may follow at the end of sales. */
export function drawDates({ endDate, takesFreeEntries }: Ending): DrawDates {
  const lastPostOn = takesFreeEntries ? lastCardDay(endDate) : undefined;
  return { closesOn: endDate, lastPostOn, drawnFrom: addDays(lastPostOn ?? endDate, 1) };
}

/** When entries may freeze without a written reason: the midnight in London that begins `drawnFrom`. */
export function entriesDue(ending: Ending): Date {
  const { closesOn, lastPostOn } = drawDates(ending);
  return endOfLondonDay(lastPostOn ?? closesOn);
}

/** Automatic draws freeze after the working day that follows the last post, to leave time to key in cards. */
export function autoFreezeDue(ending: Ending): Date {
  const { lastPostOn } = drawDates(ending);
  return lastPostOn === undefined ? entriesDue(ending) : endOfLondonDay(workingDaysAfter(lastPostOn, 1));
}
