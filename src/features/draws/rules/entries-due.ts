/** When the entries of a draw may freeze: at the end of its sales, or when the last postcard that counts has had its time. Decisions 19 and 20. */
import { lastCardDay } from "#features/lotteries/rules/postal-days.ts";
import { type Day, endOfLondonDay } from "#shared/dates.ts";

export type Ending = { readonly endDate: Day; readonly takesFreeEntries: boolean };

/** The instant from which the entries may freeze without a written reason: a midnight in London. */
export function entriesDue({ endDate, takesFreeEntries }: Ending): Date {
  return endOfLondonDay(takesFreeEntries ? lastCardDay(endDate) : endDate);
}
