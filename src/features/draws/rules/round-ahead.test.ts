/** Whether the shop's clock and the deciding round fit the newest round that the beacon has published. */
import { closingRound, QUICKNET, timeOf } from "@concours/draw-protocol";
import { describe, expect, it } from "vitest";
import { clockFits, liesAhead, TOLERANCE_SECONDS } from "./round-ahead.ts";

/** Quicknet publishes a round every three seconds. */
const ROUND_SECONDS = QUICKNET.periodSeconds;
/** Between a freeze and its deciding round: ten minutes. */
const WAIT_SECONDS = QUICKNET.delaySeconds;
const MINUTE = 60;
const HOUR = 3600;

const NEWEST = 1_000_000;
/** When the newest round was published, in Unix seconds. */
const TRUE_TIME = timeOf(QUICKNET, NEWEST);

describe("a clock", () => {
  /** `offset`: seconds after the newest round was published, negative for a slow clock. */
  const fits = (offset: number) => clockFits(QUICKNET, NEWEST, new Date((TRUE_TIME + offset) * 1000));

  it.each([
    ["at the newest round", 0],
    ["shortly before the next round", ROUND_SECONDS - 0.1],
    ["slow by the tolerance", -TOLERANCE_SECONDS],
    ["fast by the tolerance", TOLERANCE_SECONDS],
  ])("%s fits", (_case, offset) => {
    expect(fits(offset)).toBe(true);
  });

  it.each([
    ["slow by a second more than the tolerance", -TOLERANCE_SECONDS - 1],
    ["a tolerance after the next round", TOLERANCE_SECONDS + ROUND_SECONDS],
    ["an hour fast", HOUR],
    ["an hour slow", -HOUR],
    ["slow by more than the wait for the deciding round", -WAIT_SECONDS - 100],
  ])("%s does not fit", (_case, offset) => {
    expect(fits(offset)).toBe(false);
  });
});

describe("the deciding round", () => {
  /** The round for a freeze by a clock that is fast by `offset` seconds, or slow if it is negative. */
  const roundByClock = (offset: number) => closingRound(QUICKNET, TRUE_TIME + offset);

  it.each([
    ["by a true clock", roundByClock(0), 0],
    ["by a clock a minute slow", roundByClock(-MINUTE), 0],
    ["by a clock an hour fast, which only waits longer", roundByClock(HOUR), 0],
    ["of a list that took a minute to hash", roundByClock(0), MINUTE],
  ])("%s is still unknown", (_case, round, passedSeconds) => {
    expect(liesAhead(QUICKNET, { round, newest: NEWEST, passedSeconds })).toBe(true);
  });

  it.each([
    ["by a clock eleven minutes slow, whose round is published already", roundByClock(-11 * MINUTE), 0],
    ["by a clock an hour slow", roundByClock(-HOUR), 0],
    ["of a list that took nine of the ten minutes to hash", roundByClock(0), 9 * MINUTE],
    ["that is the newest itself", NEWEST, 0],
    ["before the newest", NEWEST - 1, 0],
  ])("%s is refused", (_case, round, passedSeconds) => {
    expect(liesAhead(QUICKNET, { round, newest: NEWEST, passedSeconds })).toBe(false);
  });

  describe("on a chain that waits less than the tolerance", () => {
    const quick = { ...QUICKNET, delaySeconds: 2 * ROUND_SECONDS };

    it("is accepted if at least one round's time is left", () => {
      expect(liesAhead(quick, { round: NEWEST + 2, newest: NEWEST, passedSeconds: 2 })).toBe(true);
    });

    it("is refused if less is left", () => {
      expect(liesAhead(quick, { round: NEWEST + 1, newest: NEWEST, passedSeconds: 1 })).toBe(false);
    });
  });
});
