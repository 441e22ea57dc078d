/** Prize or cash: the winner's choice, where the draw offers cash. docs/decisions/0109 */
import { addDays, endOfLondonDay, londonDate } from "#shared/dates/dates.ts";
import type { Prize } from "./prize.ts";

/** What a winner can choose. */
export const PRIZE_CHOICES = ["prize", "cash"] as const;
/** One of them. */
export type PrizeChoice = (typeof PRIZE_CHOICES)[number];

/** The end of the winner's time in London. Undefined until they are contacted. */
export function choiceEndsAt(contacted: Date | undefined, days: number): Date | undefined {
  return contacted && endOfLondonDay(addDays(londonDate(contacted), days));
}

/** Whether the winner may still choose. Without a choice in time, the winner gets the prize. */
export function isChoiceOpen(prize: Pick<Prize, "contacted" | "delivered">, days: number, now: Date): boolean {
  const end = choiceEndsAt(prize.contacted, days);
  return prize.delivered === undefined && (end === undefined || now < end);
}
