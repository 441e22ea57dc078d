/** When the entries of a draw may freeze: at the end of its sales, or when the last postcard that counts has had its time. Decisions 19 and 20. */
import { type Day, endOfLondonDay } from "#shared/dates.ts";
import { isBankHoliday } from "./bank-holidays.ts";

/** A card posted by the end date counts when it arrives within this many working days. Source: the terms, "Enter free by post". */
export const POST_WORKING_DAYS = 5;

export type Ending = { readonly endDate: Day; readonly takesFreeEntries: boolean };

/** The instant from which the entries may freeze without a written reason: a midnight in London. */
export function entriesDue({ endDate, takesFreeEntries }: Ending): Date {
  return endOfLondonDay(takesFreeEntries ? workingDaysAfter(endDate, POST_WORKING_DAYS) : endDate);
}

/** The `count`-th day after `day` that is neither on a weekend nor a bank holiday in England and Wales. */
export function workingDaysAfter(day: Day, count: number): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at = nextDay(at);
    if (isWorkingDay(at)) left--;
  }
  return at;
}

function isWorkingDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
}

function nextDay(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
