/** Until when cards by post count. Decision 20; the terms, "Enter free by post". */
import { addDays, type Day } from "#shared/dates.ts";
import { isBankHoliday } from "./bank-holidays.ts";

/** A card posted by the end date counts when it arrives within this many working days. */
export const POST_WORKING_DAYS = 5;

/** The last day on which a card for a draw that ends on `endDate` may arrive. */
export function lastCardDay(endDate: Day): Day {
  return workingDaysAfter(endDate, POST_WORKING_DAYS);
}

/** The `count`-th day after `day` that is neither on a weekend nor a bank holiday in England and Wales. */
export function workingDaysAfter(day: Day, count: number): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left--;
  }
  return at;
}

function isWorkingDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
}
