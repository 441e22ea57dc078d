/** Signs of gambling harm, and what staff can do about them. Only staff decide about a player. */
import type { Pence } from "#shared/money/money.ts";

/**
 * `limit_reached`: months in which nearly all of the player's own limit was spent. `limit_raises`: within
 * 30 days. `spend_rise`: 30 days compared with the 90 before. `many_orders`, `declines`: within one day.
 */
export const HARM_SIGNS = ["limit_reached", "limit_raises", "spend_rise", "many_orders", "declines"] as const;
export type HarmSign = (typeof HARM_SIGNS)[number];

/** When each is a sign. The code of practice (1.6) names signs without figures, so these are settings. */
export type HarmThresholds = {
  /** Months of the last three. */
  readonly limitMonths: number;
  readonly raises: number;
  /** A multiple of the usual spending, and a minimum. */
  readonly spendTimes: number;
  readonly spendFrom: Pence;
  readonly ordersADay: number;
  readonly declines: number;
};

/** Per cent of a limit that count as reached, since the next ticket may not fit. */
export const REACHED_PERCENT = 90;
/** How far back each sign looks, in days. `usual`: the period before, for comparison. */
export const LOOK_BACK = { raises: 30, spend: 30, usual: 90, orders: 30, declines: 7 } as const;

/** How a case ends. `rest`: a pause or self-exclusion. */
export const CASE_OUTCOMES = ["no_concern", "talked", "limit", "rest"] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

/** What staff can do. `message`: mails helplines. */
export const CASE_STEPS = ["note", "message", "end"] as const;
export type CaseStepKind = (typeof CASE_STEPS)[number];

export const CASE_VIEWS = ["open", "closed"] as const;
export type CaseView = (typeof CASE_VIEWS)[number];

/** Longest note, in characters. */
export const LONGEST_WORDS = 2_000;

/** Whether the sign's figures are pence. Others are counts. */
export function isSum(kind: HarmSign): boolean {
  return kind === "spend_rise";
}
