/** The inbox of visitors' messages: views, marks and deadlines. */
import { workingDaysAfter } from "#features/lotteries/rules/dates/postal-days.ts";
import { addDays, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";

/** `waiting`: answered, the player is next. `mine`: assigned to the reader. `doubtful`: probably spam. */
export const INBOX_VIEWS = ["open", "mine", "unassigned", "waiting", "unread", "doubtful", "done", "all"] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

/** What staff can mark. */
export const MARKS = ["read", "unread", "done", "reopened"] as const;
export type Mark = (typeof MARKS)[number];

/** The time to answer that the contact page, its form and its receipt promise. */
const ANSWER_WORKING_DAYS = 2;

/** Messages from before this midnight in London should have been answered. */
export function answeredByNow(now: Date): Date {
  const today = londonDate(now);
  // The latest day whose messages had to be answered before today.
  let overdueDay = today;
  while (workingDaysAfter(overdueDay, ANSWER_WORKING_DAYS) >= today) overdueDay = addDays(overdueDay, -1);
  return startOfLondonDay(addDays(overdueDay, 1));
}
