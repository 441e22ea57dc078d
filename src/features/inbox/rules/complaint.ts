/** Deadlines and states of complaints. */
import { workingDaysAfter } from "#features/lotteries/rules/dates/postal-days.ts";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { addDays, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import type { ComplaintOutcome } from "#shared/states.ts";

/** In characters. */
export const LONGEST_ANSWER = 5_000;

export const COMPLAINT_VIEWS = ["open", "late", "answered", "all"] as const;
export type ComplaintView = (typeof COMPLAINT_VIEWS)[number];

/** The midnights in London after the last days for confirming and answering a complaint. */
export function complaintDeadlines(madeAt: Date): { readonly acknowledgeBy: Date; readonly answerBy: Date } {
  const day = londonDate(madeAt);
  return {
    acknowledgeBy: startOfLondonDay(addDays(workingDaysAfter(day, COMPLAINT_DAYS.acknowledge), 1)),
    answerBy: startOfLondonDay(addDays(day, COMPLAINT_DAYS.answer + 1)),
  };
}

/** Deadlines are midnights: the moment after the last day. */
export type ComplaintTimes = {
  readonly acknowledgeBy: Date;
  readonly answerBy: Date;
  readonly acknowledgedAt: Date | undefined;
  readonly answeredAt: Date | undefined;
};

/** The step that is late now. Steps that were taken late are not. */
export function overdueOf(complaint: ComplaintTimes, now: Date): "acknowledge" | "answer" | undefined {
  if (complaint.answeredAt) return undefined;
  if (complaint.answerBy <= now) return "answer";
  return !complaint.acknowledgedAt && complaint.acknowledgeBy <= now ? "acknowledge" : undefined;
}

/** Whether the answer must name an ADR body or say there is none. Source: DMCC Act 2024, part 4 ch. 4. */
export function namesAdr(outcome: ComplaintOutcome): boolean {
  return outcome === "not_upheld" || outcome === "partly_upheld";
}

/** A complaint as its player sees it. */
export type OwnComplaint = {
  readonly number: string;
  readonly subject: string;
  readonly madeAt: Date;
  /** Within the last day that is in time. */
  readonly answerBy: Date;
  readonly isConfirmed: boolean;
  readonly answeredAt: Date | undefined;
  readonly outcome: ComplaintOutcome | undefined;
  readonly answer: string | undefined;
};
