/** Until when cards by post count. Decision 20; the terms, "Enter free by post". */
import type { Day } from "#shared/dates.ts";
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
