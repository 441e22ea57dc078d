/** Signs that somebody's play may harm them, and what staff can do about it. Nothing here decides about anybody: people look, and people act. */
import type { Pence } from "#shared/money.ts";

/**
 * - `limit_reached`: months in which nearly all of the player's own limit was spent.
 * - `limit_raises`: times in 30 days that a higher limit, or none, was asked for.
 * - `spend_rise`: spent in 30 days, against what was usual in the 90 days before.
 * - `many_orders`: purchases within one day.
 * - `declines`: payments that were declined within one day.
 */
export const CARE_SIGNS = ["limit_reached", "limit_raises", "spend_rise", "many_orders", "declines"] as const;
export type CareSign = (typeof CARE_SIGNS)[number];

/** From how much on each is a sign. The code of practice (1.6) names the signs and no figures, so these are settings. */
export type CareThresholds = {
  /** Of the last three months. */
  readonly limitMonths: number;
  readonly raises: number;
  /** Times what was usual, and at least so much. */
  readonly spendTimes: number;
  readonly spendFrom: Pence;
  readonly ordersADay: number;
  readonly declines: number;
};

/** Of a limit, in per cent: so much counts as reached, since the next ticket may not fit. */
export const REACHED_PERCENT = 90;
/** How far back, in days. */
export const LOOK_BACK = { raises: 30, spend: 30, usual: 90, orders: 30, declines: 7 } as const;

export const CARE_OUTCOMES = ["no_concern", "talked", "limit", "rest"] as const;
export type CareOutcome = (typeof CARE_OUTCOMES)[number];

export const CARE_STEPS = ["note", "message", "end"] as const;
export type CareStepKind = (typeof CARE_STEPS)[number];

export const CARE_VIEWS = ["open", "closed"] as const;
export type CareView = (typeof CARE_VIEWS)[number];

export const LONGEST_WORDS = 2_000;

export function isSum(kind: CareSign): boolean {
  return kind === "spend_rise";
}
