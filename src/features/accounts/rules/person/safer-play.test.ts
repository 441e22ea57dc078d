/** Limits and pauses, as a table to compare with the calendar. */
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import {
  activeExclusion,
  changeLimit,
  EXCLUSIONS,
  endAfter,
  HIGHEST_LIMIT,
  limitAt,
  londonMonth,
  NO_LIMITS,
  nextLimitAt,
  PAUSES,
  type PlayerLimits,
} from "./safer-play.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const TOMORROW = new Date("2026-03-11T12:00:00Z");
const limits = (change: Partial<PlayerLimits>): PlayerLimits => ({ ...NO_LIMITS, ...change });

describe("a limit", () => {
  it.each([
    ["the first one applies at once", undefined, 5000, { kind: "now", limit: 5000 }],
    ["the first one may be zero", undefined, 0, { kind: "now", limit: 0 }],
    ["a lower one applies at once", 5000, 4999, { kind: "now", limit: 4999 }],
    ["a higher one waits for 24 hours", 5000, 5001, { kind: "later", limit: 5001, from: TOMORROW }],
    ["lifting it waits, too", 5000, undefined, { kind: "later", limit: undefined, from: TOMORROW }],
    ["from zero to more waits", 0, 1, { kind: "later", limit: 1, from: TOMORROW }],
    ["the same one changes nothing", 5000, 5000, { kind: "kept" }],
    ["no limit again changes nothing", undefined, undefined, { kind: "kept" }],
  ])("%s", (_, current, wanted, change) => {
    const before = limits({ limit: current === undefined ? undefined : pence(current) });
    expect(changeLimit(before, wanted === undefined ? undefined : pence(wanted), NOW)).toEqual({ ok: true, value: change });
  });

  it.each([-1, HIGHEST_LIMIT + 1])("of %d pence is refused", (wanted) => {
    expect(changeLimit(NO_LIMITS, pence(wanted), NOW)).toEqual({ ok: false, error: "bad_limit" });
  });

  it("that was raised applies from its instant on", () => {
    const raised = limits({ limit: pence(5000), next: { limit: pence(9000), from: TOMORROW } });
    expect(limitAt(raised, new Date(TOMORROW.getTime() - 1))).toBe(5000);
    expect(limitAt(raised, TOMORROW)).toBe(9000);
    expect(nextLimitAt(raised, NOW)).toEqual(raised.next);
    expect(nextLimitAt(raised, TOMORROW)).toBeUndefined();
  });

  it("that was lifted is compared with the one in force when the next is requested", () => {
    const lifted = limits({ limit: pence(5000), next: { limit: undefined, from: NOW } });
    expect(changeLimit(lifted, pence(9000), NOW)).toEqual({ ok: true, value: { kind: "now", limit: 9000 } });
  });
});

describe("an exclusion", () => {
  it.each([
    ["2026-03-10T12:00:00Z", PAUSES.day, "2026-03-11T12:00:00Z"],
    ["2026-03-10T12:00:00Z", PAUSES.week, "2026-03-17T12:00:00Z"],
    ["2026-01-31T12:00:00Z", PAUSES.month, "2026-02-28T12:00:00Z"],
    ["2028-01-31T12:00:00Z", PAUSES.month, "2028-02-29T12:00:00Z"],
    ["2026-10-15T12:00:00Z", PAUSES.quarter, "2027-01-15T13:00:00Z"],
    ["2026-08-31T23:30:00Z", PAUSES.half, "2027-03-01T00:30:00Z"],
    ["2026-08-31T12:00:00Z", EXCLUSIONS.half, "2027-02-28T13:00:00Z"],
    ["2028-02-29T12:00:00Z", EXCLUSIONS.year, "2029-02-28T12:00:00Z"],
    ["2026-03-10T12:00:00Z", EXCLUSIONS.years, "2031-03-10T12:00:00Z"],
  ])("that begins on %s for %o ends on %s", (from, length, to) => {
    expect(endAfter(new Date(from), length)).toEqual(new Date(to));
  });

  it("is the one that ends later, and is over at its instant", () => {
    const both = limits({ pausedUntil: TOMORROW, excludedUntil: new Date("2026-09-10T12:00:00Z") });
    expect(activeExclusion(both, NOW)).toEqual({ kind: "excluded", until: both.excludedUntil });
    expect(activeExclusion(limits({ pausedUntil: TOMORROW }), NOW)).toEqual({ kind: "paused", until: TOMORROW });
    expect(activeExclusion(limits({ pausedUntil: TOMORROW }), TOMORROW)).toBeUndefined();
  });
});

describe("a month", () => {
  it.each([
    ["2026-03-10T12:00:00Z", "2026-03-01T00:00:00Z", "2026-03-31T23:00:00Z"],
    ["2026-07-31T23:30:00Z", "2026-07-31T23:00:00Z", "2026-08-31T23:00:00Z"],
    ["2026-12-31T23:59:59Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
    ["2026-10-31T23:59:59Z", "2026-09-30T23:00:00Z", "2026-11-01T00:00:00Z"],
  ])("follows London time: that of %s lasts from %s to %s", (instant, from, to) => {
    expect(londonMonth(new Date(instant))).toEqual({ from: new Date(from), to: new Date(to) });
  });
});
