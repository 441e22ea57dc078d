import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RATE_LIMITS, secondsUntilFree, usedAttempts, windowAt } from "./rate-limits.ts";

it("allows the agreed number of attempts", () => {
  expect(RATE_LIMITS.signInByAddress).toEqual({ times: 30, seconds: 60 });
  expect(RATE_LIMITS.signInByAccountAndAddress).toEqual({ times: 10, seconds: 300 });
  expect(RATE_LIMITS.signInByDevice).toEqual({ times: 10, seconds: 300 });
  expect(RATE_LIMITS.signInByAccount).toEqual({ times: 60, seconds: 3600 });
  expect(RATE_LIMITS.checkoutByUser).toEqual({ times: 10, seconds: 60 });
  expect(RATE_LIMITS.resetByAccountAndAddress).toEqual({ times: 3, seconds: 3600 });
  expect(RATE_LIMITS.contactBySender).toEqual({ times: 3, seconds: 3600 });
  expect(RATE_LIMITS.contactByAddress).toEqual({ times: 30, seconds: 3600 });
  expect(RATE_LIMITS.quizAnswerByUserAndDraw).toEqual({ times: 5, seconds: 3600 });
});

it("stores attempts no longer than the two days of the privacy policy", () => {
  // The current and the previous window count.
  const longest = Math.max(...Object.values(RATE_LIMITS).map(({ seconds }) => seconds));
  expect(2 * longest).toBeLessThanOrEqual(2 * 86_400);
});

it("divides the clock into windows", () => {
  expect(windowAt(new Date("2026-11-21T10:04:30Z"), 300)).toEqual({ start: new Date("2026-11-21T10:00:00Z"), elapsed: 0.9 });
});

describe("the wait", () => {
  it.each([
    ["all attempts taken at the start of the window", 0, 10, 0, 330],
    ["all taken near the end of the window", 0, 10, 0.9, 60],
    ["all taken in the last window, at the start of this one", 10, 0, 0, 30],
    ["half and half", 10, 5, 0.5, 30],
    ["just free", 10, 0, 0.1, 1],
  ])("%s", (_case, previous, current, elapsed, seconds) => {
    expect(secondsUntilFree({ times: 10, seconds: 300 }, previous, current, elapsed)).toBe(seconds);
  });

  it("is long enough, and no longer", () => {
    const limit = { times: 10, seconds: 300 };
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10), fc.integer({ min: 0, max: 299 }), (previous, current, second) => {
        fc.pre(usedAttempts(previous, current, second / 300) + 1 > 10);
        const wait = secondsUntilFree(limit, previous, current, second / 300);
        const usedAt = (at: number) =>
          at < 300 ? usedAttempts(previous, current, at / 300) : usedAttempts(current, 0, (at - 300) / 300);
        expect(usedAt(second + wait)).toBeLessThanOrEqual(9 + 1e-9);
        if (wait > 1) expect(usedAt(second + wait - 1)).toBeGreaterThan(9 - 1e-9);
      }),
    );
  });
});
