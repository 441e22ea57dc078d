/** Accepted clocks and rounds by the beacon's latest publication. */
import { closingRound, QUICKNET, timeOf } from "@concours/draw-protocol";
import { describe, expect, it } from "vitest";
import { clockFits, liesAhead, TOLERANCE_SECONDS } from "./round-ahead.ts";

const NEWEST = 1_000_000;
const TRUE_TIME = timeOf(QUICKNET, NEWEST);
const at = (offset: number) => new Date((TRUE_TIME + offset) * 1000);

describe("a clock", () => {
  it.each([
    [0, true],
    [2.9, true],
    [-TOLERANCE_SECONDS, true],
    [TOLERANCE_SECONDS, true],
    [-TOLERANCE_SECONDS - 1, false],
    [TOLERANCE_SECONDS + 3, false],
    [3600, false],
    [-3600, false],
    [-700, false],
  ])("that is %d s from the newest round fits: %s", (offset, fits) => {
    expect(clockFits(QUICKNET, NEWEST, at(offset))).toBe(fits);
  });
});

describe("the deciding round", () => {
  const roundOf = (offset: number) => closingRound(QUICKNET, TRUE_TIME + offset);
  it.each([
    ["by a true clock", roundOf(0), 0, true],
    ["by a clock a minute slow", roundOf(-60), 0, true],
    ["by a clock eleven minutes slow, whose round is known already", roundOf(-660), 0, false],
    ["by a clock an hour slow", roundOf(-3600), 0, false],
    ["by a clock an hour fast, which only waits longer", roundOf(3600), 0, true],
    ["of a list that took a minute to hash", roundOf(0), 60, true],
    ["of a list that took nine minutes", roundOf(0), 540, false],
    ["the newest itself", NEWEST, 0, false],
    ["one that is past", NEWEST - 1, 0, false],
  ])("%s", (_, round, passedSeconds, is) => {
    expect(liesAhead(QUICKNET, { round, newest: NEWEST, passedSeconds })).toBe(is);
  });

  it("on a chain with a wait of seconds is at least one round ahead", () => {
    const quick = { ...QUICKNET, delaySeconds: 6 };
    expect(liesAhead(quick, { round: NEWEST + 2, newest: NEWEST, passedSeconds: 2 })).toBe(true);
    expect(liesAhead(quick, { round: NEWEST + 1, newest: NEWEST, passedSeconds: 1 })).toBe(false);
  });
});
