/** The correction of a device's clock by replies of the server. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ClockLimits, clockCorrection, narrowClock } from "./live-clock.ts";

const NOON = Date.parse("2026-11-28T12:00:00Z");
const header = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toUTCString();

/** A reply of a server at `at` to a device whose clock is `clockError` ms ahead. */
const replyAt = (
  at: number,
  { clockError, before = 40, after = 40 }: { clockError: number; before?: number; after?: number },
) => ({
  askedAt: at - before + clockError,
  receivedAt: at + after + clockError,
  date: header(at),
  age: null,
});

it("is never further off than a second and the reply's time, and closer with more replies", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400_000_000, max: 400_000_000 }),
      fc.array(fc.nat({ max: 9_999 }), { minLength: 1, maxLength: 12 }),
      (clockError, moments) => {
        let limits: ClockLimits | undefined;
        let widest = Number.POSITIVE_INFINITY;
        for (const moment of moments) {
          limits = narrowClock(limits, replyAt(NOON + moment, { clockError }));
          if (!limits) throw new Error("no limits");
          expect(limits.most - limits.least).toBeLessThanOrEqual(widest);
          widest = limits.most - limits.least;
        }
        expect(Math.abs(clockCorrection(limits) + clockError)).toBeLessThanOrEqual(541);
      },
    ),
  );
});

it("is close to the truth after replies in different parts of a second", () => {
  let limits: ClockLimits | undefined;
  for (const moment of [120, 2_470, 5_960, 8_030]) limits = narrowClock(limits, replyAt(NOON + moment, { clockError: 12_345 }));
  expect(Math.abs(clockCorrection(limits) + 12_345)).toBeLessThan(100);
});

it("adds the time in a cache, and begins again after the device's clock was set", () => {
  const cached = narrowClock(undefined, { ...replyAt(NOON, { clockError: 0 }), date: header(NOON - 3_000), age: "3" });
  expect(Math.abs(clockCorrection(cached))).toBeLessThanOrEqual(1_040);
  const before = narrowClock(undefined, replyAt(NOON, { clockError: 0 }));
  expect(clockCorrection(narrowClock(before, replyAt(NOON, { clockError: 60_000 })))).toBeLessThan(-58_000);
});

it("changes nothing without the header", () => {
  expect(narrowClock(undefined, { ...replyAt(NOON, { clockError: 0 }), date: null })).toBeUndefined();
  expect(clockCorrection(undefined)).toBe(0);
});
