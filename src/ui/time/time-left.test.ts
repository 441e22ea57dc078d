import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeLeft, untilNextSecond } from "./use-time-left.ts";

describe("the countdown", () => {
  it.each([
    ["twelve days and a bit", ((12 * 24 + 7) * 3600 + 41 * 60 + 26) * 1000, [12, 7, 41, 26, false]],
    ["exactly one day", 86_400_000, [1, 0, 0, 0, false]],
    ["the second before a day", 86_399_000, [0, 23, 59, 59, false]],
    ["a last moment, still one second", 1, [0, 0, 0, 1, false]],
    ["the end", 0, [0, 0, 0, 0, true]],
    ["long after the end, still zero", -5_000, [0, 0, 0, 0, true]],
  ])("shows %s", (_, ms, expected) => {
    const { days, hours, minutes, seconds, isOver } = timeLeft(ms);
    expect([days, hours, minutes, seconds, isOver]).toEqual(expected);
  });

  it("adds up to the time left, rounded up to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 86_400_000 }), (ms) => {
        const { days, hours, minutes, seconds } = timeLeft(ms);
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.ceil(ms / 1000));
      }),
    );
  });

  it("changes exactly when it next ticks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400_000 }), (ms) => {
        const wait = untilNextSecond(ms);
        expect(timeLeft(ms - wait)).not.toEqual(timeLeft(ms));
        expect(timeLeft(ms - wait + 1)).toEqual(timeLeft(ms));
      }),
    );
  });
});
