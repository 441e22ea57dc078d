import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  endOfLondonDay,
  formatDate,
  isAdult,
  londonClock,
  londonDate,
  londonInstant,
  londonTimestamp,
  startOfLondonDay,
} from "./dates.ts";

it("a timestamp for spreadsheets is on London's clocks", () => {
  expect(londonTimestamp(new Date("2026-07-14T23:05:09.427Z"))).toBe("2026-07-15 00:05:09");
  expect(londonTimestamp(new Date("2026-11-28T11:47:16.427Z"))).toBe("2026-11-28 11:47:16");
});

describe("an hour in London", () => {
  it.each([
    ["in winter", "2026-12-04T20:00", "2026-12-04T20:00:00.000Z"],
    ["in summer", "2026-07-14T20:00", "2026-07-14T19:00:00.000Z"],
    ["that comes twice", "2026-10-25T01:30", "2026-10-25T00:30:00.000Z"],
  ])("%s", (_, text, instant) => {
    expect(londonInstant(text)?.toJSON()).toBe(instant);
    expect(londonClock(new Date(instant))).toBe(text);
  });

  it.each(["2026-03-29T01:30", "2026-02-30T10:00", "2026-12-04", "2026-12-04T25:00", "tomorrow", ""])("is none: %s", (text) => {
    expect(londonInstant(text)).toBeUndefined();
  });
});

it.each([
  ["2026-08-31T10:00:00.000Z", -6, "2026-02-28T11:00:00.000Z"],
  // 00:30 on 1 July.
  ["2026-06-30T23:30:00.000Z", 6, "2027-01-01T00:30:00.000Z"],
  ["2026-12-31T23:30:00.000Z", 6, "2027-06-30T22:30:00.000Z"],
  ["2024-02-29T00:00:00.000Z", -24, "2022-02-28T00:00:00.000Z"],
  ["2026-01-31T23:59:59.999Z", -2, "2025-11-30T23:59:59.999Z"],
  ["2026-12-31T01:00:00.000Z", 2, "2027-02-28T01:00:00.000Z"],
  ["2026-05-15T01:00:00.000Z", -12, "2025-05-15T01:00:00.000Z"],
  // From and to days on which clocks change.
  ["2026-10-25T23:30:00.000Z", 6, "2027-04-25T22:30:00.000Z"],
  ["2026-10-25T00:30:00.000Z", 6, "2027-04-25T00:30:00.000Z"],
  ["2026-10-25T01:30:00.000Z", 6, "2027-04-25T00:30:00.000Z"],
  ["2027-03-28T11:00:00.000Z", 6, "2027-09-28T11:00:00.000Z"],
  ["2027-03-28T11:00:00.000Z", -6, "2026-09-28T11:00:00.000Z"],
  ["2026-04-25T11:00:00.000Z", 6, "2026-10-25T12:00:00.000Z"],
  ["2026-09-28T11:00:00.000Z", 6, "2027-03-28T11:00:00.000Z"],
  ["2026-03-29T22:59:59.999Z", 7, "2026-10-29T23:59:59.999Z"],
  // 01:30 comes twice on that day, and not at all on this one.
  ["2026-04-25T00:30:00.000Z", 6, "2026-10-25T01:30:00.000Z"],
  ["2026-09-28T00:30:00.000Z", 6, "2027-03-28T01:30:00.000Z"],
])("%s and %i months: the same day and hour in London, or the last day of a shorter month", (instant, months, expected) => {
  const now = new Date(instant);
  expect(addMonths(now, months).toJSON()).toBe(expected);
  expect(now.toJSON()).toBe(instant);
});

it("months later, London's clock time is the same, unless it does not exist on that day", () => {
  const times = fc.date({ min: new Date("1975-01-01"), max: new Date("2120-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.integer({ min: -60, max: 60 }), (instant, months) => {
      const [from, to] = [londonClock(instant), londonClock(addMonths(instant, months))];
      const wanted = `${to.slice(0, 10)}${from.slice(10)}`;
      expect(to).toBe(londonInstant(wanted) ? wanted : wanted.replace("T01", "T02"));
    }),
  );
});

describe("a day in London", () => {
  it.each([
    ["in winter", "2026-12-04", "2026-12-04T00:00:00.000Z", "2026-12-05T00:00:00.000Z"],
    ["in summer", "2026-07-14", "2026-07-13T23:00:00.000Z", "2026-07-14T23:00:00.000Z"],
    ["before clocks go forward", "2026-03-28", "2026-03-28T00:00:00.000Z", "2026-03-29T00:00:00.000Z"],
    ["when clocks go forward, 23 hours", "2026-03-29", "2026-03-29T00:00:00.000Z", "2026-03-29T23:00:00.000Z"],
    ["after clocks went forward", "2026-03-30", "2026-03-29T23:00:00.000Z", "2026-03-30T23:00:00.000Z"],
    ["before clocks go back", "2026-10-24", "2026-10-23T23:00:00.000Z", "2026-10-24T23:00:00.000Z"],
    ["when clocks go back, 25 hours", "2026-10-25", "2026-10-24T23:00:00.000Z", "2026-10-26T00:00:00.000Z"],
    ["after clocks went back", "2026-10-26", "2026-10-26T00:00:00.000Z", "2026-10-27T00:00:00.000Z"],
    ["on a leap day", "2028-02-29", "2028-02-29T00:00:00.000Z", "2028-03-01T00:00:00.000Z"],
    ["at the year's end", "2026-12-31", "2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["on the last day of four digits", "9999-12-31", "9999-12-31T00:00:00.000Z", "+010000-01-01T00:00:00.000Z"],
  ])("%s", (_case, day, start, end) => {
    expect(startOfLondonDay(day).toISOString()).toBe(start);
    expect(endOfLondonDay(day).toISOString()).toBe(end);
  });

  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "04/12/2026", "", "tomorrow"])("refuses %j", (day) => {
    expect(() => startOfLondonDay(day)).toThrow(RangeError);
    expect(() => endOfLondonDay(day)).toThrow(RangeError);
  });

  it.each([
    ["2026-07-13T22:59:59.999Z", "2026-07-13"],
    ["2026-07-13T23:00:00.000Z", "2026-07-14"],
    ["2026-12-04T23:59:59.999Z", "2026-12-04"],
    ["2026-10-25T00:30:00.000Z", "2026-10-25"],
  ])("at %s it is %s", (instant, day) => {
    expect(londonDate(new Date(instant))).toBe(day);
  });

  it("contains its first and last instant, and adjoins the next day", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date("1975-01-01"), max: new Date("2120-01-01"), noInvalidDate: true }), (instant) => {
        const day = londonDate(instant);
        const [start, end] = [startOfLondonDay(day), endOfLondonDay(day)];
        expect(start <= instant && instant < end).toBe(true);
        expect(londonDate(start)).toBe(day);
        expect(londonDate(new Date(end.getTime() - 1))).toBe(day);
        expect(startOfLondonDay(londonDate(end))).toEqual(end);
      }),
    );
  });
});

describe("some days later", () => {
  it.each([
    ["2026-11-21", 14, "2026-12-05"],
    ["2026-03-28", 2, "2026-03-30"],
    ["2026-10-24", 2, "2026-10-26"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-01-01", -1, "2026-12-31"],
  ])("than %s by %i it is %s", (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });
});

describe("being 18", () => {
  it.each([
    ["the day before the birthday", "2008-11-22", "2026-11-21", false],
    ["on the birthday", "2008-11-21", "2026-11-21", true],
    ["17 in the year of turning 18", "2008-12-31", "2026-01-01", false],
    ["born on 29 February, on 28 February", "2008-02-29", "2026-02-28", false],
    ["born on 29 February, on 1 March", "2008-02-29", "2026-03-01", true],
    ["born on 28 February, on 28 February", "2008-02-28", "2026-02-28", true],
    ["long grown up", "1950-06-01", "2026-11-21", true],
    ["born today", "2026-11-21", "2026-11-21", false],
  ])("%s", (_case, birthDate, today, expected) => {
    expect(isAdult(birthDate, today)).toBe(expected);
  });
});

describe("a date in words", () => {
  it.each([
    ["2026-12-04", "en", "long", "4 December 2026"],
    ["2026-12-04", "fr", "long", "4 décembre 2026"],
    ["2026-12-01", "fr", "long", "1er décembre 2026"],
    ["2026-12-11", "fr", "long", "11 décembre 2026"],
    ["2026-12-04", "en", "short", "4 Dec 2026"],
    ["2026-12-04", "fr", "short", "4 déc. 2026"],
    ["2026-07-14", "fr", "long", "14 juillet 2026"],
    [new Date("2026-07-13T23:30:00Z"), "en", "long", "14 July 2026"],
    [new Date("2026-07-13T23:30:00Z"), "fr", "time", "0\u00a0h\u00a030"],
    [new Date("2026-12-04T09:05:07Z"), "fr", "time", "9\u00a0h\u00a005"],
    [new Date("2026-12-04T17:05:09Z"), "fr", "clock", "17\u00a0h\u00a005\u00a0min\u00a009\u00a0s"],
    [new Date("2026-12-04T17:05:00Z"), "en", "time", "17:05"],
  ] as const)("%s in %s, %s", (date, locale, style, expected) => {
    expect(formatDate(date, locale, style)).toBe(expected);
  });
});
