/** The steps of handing over a prize, in their order, and how urgent they are. */
import { HANDOVER_DAYS } from "#features/lotteries/rules/prize/handover.ts";
import { type Day, endOfLondonDay, londonDate } from "#shared/dates/dates.ts";

/** `checked`: staff have seen the winner’s proof of age and identity. */
export const PRIZE_STEPS = ["contacted", "confirmed", "checked", "delivered"] as const;
/** One of these steps. */
export type PrizeStep = (typeof PRIZE_STEPS)[number];

/** Accepted proofs of age and identity. No copy is stored. */
export const PRIZE_DOCUMENTS = ["passport", "driving_licence", "identity_card"] as const;
/** One of these documents. */
export type PrizeDocument = (typeof PRIZE_DOCUMENTS)[number];

/** Staff are reminded ten days before the hand-over is due. */
const REMIND_DAYS = 20;
/** The terms promise contact within two working days; a mail alone may not arrive. */
const CONTACT_DAYS = 1;
const DAY_MS = 86_400_000;

/** The urgency of a pending hand-over. */
export function handoverState(wonAt: Date, now: Date): "in_time" | "soon" | "late" {
  const days = (now.getTime() - wonAt.getTime()) / DAY_MS;
  if (days >= HANDOVER_DAYS) return "late";
  return days >= REMIND_DAYS ? "soon" : "in_time";
}

/** The urgency of a first contact. */
export function contactState(wonAt: Date, now: Date): "in_time" | "late" {
  return now.getTime() - wonAt.getTime() >= CONTACT_DAYS * DAY_MS ? "late" : "in_time";
}

/** When each step was done. */
export type Prize = Readonly<Record<PrizeStep, Date | undefined>>;

/** Whether a step may be set to `at`, or undone: in order, after the draw, not in the future. */
export function maySetStep(prize: Prize, step: PrizeStep, at: Date | undefined, time: { drawnAt: Date; now: Date }): boolean {
  const place = PRIZE_STEPS.indexOf(step);
  const before = PRIZE_STEPS.slice(0, place).map((each) => prize[each]);
  const after = PRIZE_STEPS.slice(place + 1).map((each) => prize[each]);
  if (at === undefined) return after.every((each) => each === undefined);
  if (Number.isNaN(at.getTime()) || at < time.drawnAt || at > time.now) return false;
  return before.every((each) => each !== undefined && each <= at) && after.every((each) => each === undefined || each >= at);
}

/** The first step that is not done. */
export function nextStep(prize: Prize): PrizeStep | undefined {
  return PRIZE_STEPS.find((step) => prize[step] === undefined);
}

/** The last step that is done. */
export function lastStep(prize: Prize): PrizeStep | undefined {
  return PRIZE_STEPS.findLast((step) => prize[step] !== undefined);
}

/** The time of a step done on a day: now if it is today, else the end of the day. */
export function stepTime(day: Day, now: Date): Date {
  return day === londonDate(now) ? now : new Date(endOfLondonDay(day).getTime() - 1);
}
