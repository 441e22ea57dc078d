/** When sales close, until when post counts, and from when the winner may be drawn: one source (docs/decisions/0088). */
import { addDays, type Day, endOfLondonDay } from "#shared/dates.ts";
import type { DrawDates } from "#shared/draw-dates.ts";
import { lastCardDay, workingDaysAfter } from "./postal-days.ts";

export type Ending = { readonly endDate: Day; readonly takesFreeEntries: boolean };

/** Without postal entries the draw can follow at the midnight at which sales close. */
export function drawDates({ endDate, takesFreeEntries }: Ending): DrawDates {
  const lastPostOn = takesFreeEntries ? lastCardDay(endDate) : undefined;
  return { closesOn: endDate, lastPostOn, drawnFrom: addDays(lastPostOn ?? endDate, 1) };
}

/** The instant from which the entries may freeze without a written reason: the midnight in London that begins `drawnFrom`. */
export function entriesDue(ending: Ending): Date {
  const { closesOn, lastPostOn } = drawDates(ending);
  return endOfLondonDay(lastPostOn ?? closesOn);
}

/** When entries freeze automatically: a working day after the last post, which leaves a day to key in its cards. */
export function autoFreezeDue(ending: Ending): Date {
  const { lastPostOn } = drawDates(ending);
  return lastPostOn === undefined ? entriesDue(ending) : endOfLondonDay(workingDaysAfter(lastPostOn, 1));
}
