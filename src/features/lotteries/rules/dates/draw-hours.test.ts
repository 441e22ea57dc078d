/** The hours of a draw, in summer, in winter and on the nights when clocks change. */
import { describe, expect, it } from "vitest";
import { formatClosing, formatOpening } from "#shared/dates/draw-hours.ts";
import { clockProblem, closingInstant, isTime, openingInstant } from "./draw-hours.ts";

describe("a time of London", () => {
  it.each([
    ["in summer", "2026-07-10", "18:00", "2026-07-10T17:00:00.000Z"],
    ["in winter", "2026-12-10", "18:00", "2026-12-10T18:00:00.000Z"],
    ["before clocks go forward", "2026-03-29", "00:59", "2026-03-29T00:59:00.000Z"],
    ["after clocks go forward", "2026-03-29", "02:00", "2026-03-29T01:00:00.000Z"],
    ["before clocks go back", "2026-10-25", "00:59", "2026-10-24T23:59:00.000Z"],
    ["after clocks go back", "2026-10-25", "02:00", "2026-10-25T02:00:00.000Z"],
  ])("%s is one instant, to open as to close", (_, day, time, instant) => {
    expect(clockProblem(day, time)).toBeUndefined();
    expect(openingInstant(day, time).toJSON()).toBe(instant);
    expect(closingInstant(day, time).toJSON()).toBe(instant);
  });

  it.each([
    ["00:00", "2026-03-28T00:00:00.000Z", "2026-03-28T00:00:00.000Z"],
    ["23:59", "2026-03-28T23:59:00.000Z", "2026-03-29T00:00:00.000Z"],
  ])("%s opens at that minute; 23:59 closes at the end of the day", (time, opens, closes) => {
    expect(openingInstant("2026-03-28", time).toJSON()).toBe(opens);
    expect(closingInstant("2026-03-28", time).toJSON()).toBe(closes);
  });

  it.each([
    ["2026-03-29", "01:00", "skipped_hour"],
    ["2026-03-29", "01:59", "skipped_hour"],
    ["2026-10-25", "01:00", "repeated_hour"],
    ["2026-10-25", "01:59", "repeated_hour"],
    ["2026-03-28", "01:30", undefined],
    ["2026-10-26", "01:30", undefined],
  ])("on %s at %s is %s", (day, time, problem) => {
    expect(clockProblem(day, time)).toBe(problem);
  });

  it.each(["24:00", "9:00", "18:60", "18", "", "18:00:00"])("is not written %j", (typed) => {
    expect(isTime(typed)).toBe(false);
  });
});

describe("the hours of a draw", () => {
  const at = (time: string) => ({ startDate: "2026-12-04", startTime: time, endDate: "2026-12-04", endTime: time });
  const plain = (text: string) => text.replaceAll("\u00a0", " ");

  it("are not written where they are the whole day", () => {
    expect(plain(formatOpening(at("00:00"), "en"))).toBe("4 December 2026");
    expect(plain(formatClosing(at("23:59"), "fr", "short"))).toBe("4 déc. 2026");
  });

  it("follow the day where they are not", () => {
    expect(plain(formatOpening(at("18:05"), "en"))).toBe("4 December 2026 at 18:05");
    expect(plain(formatOpening(at("18:05"), "fr"))).toBe("4 décembre 2026 à 18 h 05");
    expect(plain(formatClosing(at("00:00"), "en", "short"))).toBe("4 Dec 2026, 00:00");
    expect(plain(formatClosing(at("18:05"), "fr", "short"))).toBe("4 déc. 2026 à 18 h 05");
  });
});
