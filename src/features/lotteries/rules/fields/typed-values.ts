/** Reads typed amounts, counts and days; the loose ones accept any text, for the preview. */
import { startOfLondonDay } from "#shared/dates/dates.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { type NumberProblem, type NumberRule, POUNDS, readNumber } from "#shared/text/typed-number.ts";

const TICKETS = { decimals: 0, unit: "tickets" } as const satisfies NumberRule;

const POUNDS_PROBLEMS = {
  required: "required",
  not_a_number: "not_a_number",
  ambiguous: "ambiguous",
  too_precise: "not_pence",
  too_small: "negative",
  too_large: "too_large",
} as const satisfies Record<NumberProblem, string>;

type PoundsProblem = (typeof POUNDS_PROBLEMS)[NumberProblem];

/** Pounds as typed. */
export function readMoney(typed: string, most: Pence): Pence | PoundsProblem {
  const read = readNumber(typed, { ...POUNDS, most: most / 100 });
  return read.ok ? pence(Math.round(read.value * 100)) : POUNDS_PROBLEMS[read.error];
}

const COUNT_PROBLEMS = {
  ...POUNDS_PROBLEMS,
  too_precise: "not_whole",
  too_small: "not_positive",
} as const satisfies Record<NumberProblem, string>;

/** A whole number from 1. */
export function readCount(typed: string, most: number): number | (typeof COUNT_PROBLEMS)[NumberProblem] {
  const read = readNumber(typed, { ...TICKETS, least: 1, most });
  return read.ok ? read.value : COUNT_PROBLEMS[read.error];
}

/** An existing day, as "2026-11-21". */
export function isDay(typed: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(typed)) return false;
  try {
    startOfLondonDay(typed);
    return true;
  } catch {
    return false;
  }
}

/** 0 for what is no number. */
export function looseCount(typed = ""): number {
  const read = readNumber(typed, TICKETS);
  return read.ok ? read.value : 0;
}

/** £0 for what is no amount. */
export function loosePounds(typed = ""): Pence {
  const read = readNumber(typed, POUNDS);
  return pence(read.ok ? Math.round(read.value * 100) : 0);
}
