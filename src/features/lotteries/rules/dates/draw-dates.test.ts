/** The three dates of a draw, with working days and bank holidays as published by the government. */
import { describe, expect, it } from "vitest";
import { startOfLondonDay } from "#shared/dates/dates.ts";
import { END_OF_DAY } from "#shared/dates/draw-hours.ts";
import { autoFreezeDue, drawDates, entriesDue } from "./draw-dates.ts";
import { isBankHoliday, workingDaysAfter } from "./postal-days.ts";

/** As published on https://www.gov.uk/bank-holidays for England and Wales. */
const PUBLISHED = {
  2020: "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28",
  2021: "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28",
  2022: "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27",
  2023: "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26",
  2024: "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26",
  2025: "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26",
  2026: "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28",
  2027: "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28",
};

describe("bank holidays of England and Wales", () => {
  it.each(Object.entries(PUBLISHED))("are those published for %s, and no other day", (year, days) => {
    const found = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(Number(year), 0, 1 + i)).toISOString().slice(0, 10))
      .filter((day) => day.startsWith(year) && isBankHoliday(day))
      .map((day) => day.slice(5));
    expect(found.join(" ")).toBe(days);
  });
});

describe("five working days", () => {
  it.each([
    ["a Monday", "2026-11-02", "2026-11-09"],
    ["a Friday", "2026-11-06", "2026-11-13"],
    ["a Saturday", "2026-11-07", "2026-11-13"],
    ["a Sunday", "2026-11-08", "2026-11-13"],
    ["Maundy Thursday", "2026-04-02", "2026-04-13"],
    ["the Friday before the early May holiday", "2026-05-01", "2026-05-11"],
    ["Christmas Eve, both holidays on weekdays", "2025-12-24", "2026-01-05"],
    ["Christmas Eve, Boxing Day kept on the Monday after", "2026-12-24", "2027-01-05"],
    ["Christmas Day on a Saturday", "2027-12-25", "2028-01-05"],
    ["the end of a leap February", "2028-02-28", "2028-03-06"],
  ])("after %s", (_, from, until) => {
    expect(workingDaysAfter(from, 5)).toBe(until);
  });
});

describe("the entries may freeze", () => {
  it.each([
    ["at the end of sales without entries by post", "2026-07-10", false, "2026-07-10T23:00:00.000Z"],
    ["at the midnight that ends the fifth working day where cards count", "2026-07-10", true, "2026-07-17T23:00:00.000Z"],
    ["at that midnight in winter time", "2026-11-27", true, "2026-12-05T00:00:00.000Z"],
    ["over the change of clocks", "2026-10-23", true, "2026-10-31T00:00:00.000Z"],
  ])("%s", (_, endDate, takesFreeEntries, due) => {
    expect(entriesDue({ endDate, endTime: END_OF_DAY, takesFreeEntries }).toJSON()).toBe(due);
  });
});

describe("the entries of an automatic draw freeze", () => {
  it.each([
    ["with its sales where no cards count", "2026-07-10", false, "2026-07-10T23:00:00.000Z"],
    ["a working day after the last post, for its cards", "2026-07-09", true, "2026-07-17T23:00:00.000Z"],
    ["after the weekend where that post comes on a Friday", "2026-07-10", true, "2026-07-20T23:00:00.000Z"],
  ])("%s", (_, endDate, takesFreeEntries, due) => {
    expect(autoFreezeDue({ endDate, endTime: END_OF_DAY, takesFreeEntries }).toJSON()).toBe(due);
  });
});

describe("the three dates", () => {
  it.each([
    ["a week apart where nothing is in the way", "2026-12-10", true, "2026-12-17", "2026-12-18"],
    ["over Christmas and New Year", "2026-12-24", true, "2027-01-05", "2027-01-06"],
    ["over Easter", "2026-04-02", true, "2026-04-13", "2026-04-14"],
    ["of a closing on a Saturday", "2026-11-07", true, "2026-11-13", "2026-11-14"],
    ["when the clocks change meanwhile", "2026-10-23", true, "2026-10-30", "2026-10-31"],
    ["years ago", "2022-05-27", true, "2022-06-07", "2022-06-08"],
    ["without postal entries: the draw follows at the closing's midnight", "2026-12-10", false, undefined, "2026-12-11"],
  ])("%s", (_, endDate, takesFreeEntries, lastPostOn, drawnFrom) => {
    const ending = { endDate, endTime: END_OF_DAY, takesFreeEntries };
    expect(drawDates(ending)).toMatchObject({ closesOn: endDate, lastPostOn, drawnFrom });
    expect(entriesDue(ending)).toEqual(startOfLondonDay(drawnFrom));
  });

  it("are independent of sales: a sold-out draw keeps them", () => {
    const ending = { endDate: "2026-12-10", endTime: END_OF_DAY, takesFreeEntries: true };
    expect(drawDates({ ...ending, ...{ ticketsSold: 10, ticketsAvailable: 10 } })).toEqual(drawDates(ending));
  });

  it("of a draw that closes at 18:00 without postal entries: it may be drawn from that moment", () => {
    const ending = { endDate: "2026-07-10", endTime: "18:00", takesFreeEntries: false };
    expect(drawDates(ending)).toMatchObject({ closesOn: "2026-07-10", closesTime: "18:00", drawnFrom: "2026-07-10" });
    expect(entriesDue(ending)).toEqual(new Date("2026-07-10T17:00:00Z"));
    expect(autoFreezeDue(ending)).toEqual(new Date("2026-07-10T17:00:00Z"));
  });

  it("of a draw that closes at 18:00 with postal entries: cards posted that day still count", () => {
    const ending = { endDate: "2026-07-10", takesFreeEntries: true };
    const [evening, day] = ["18:00", END_OF_DAY].map((endTime) => drawDates({ ...ending, endTime }));
    expect(evening).toEqual({ ...day, closesTime: "18:00", closesAt: Date.parse("2026-07-10T17:00:00Z") });
    expect(entriesDue({ ...ending, endTime: "18:00" })).toEqual(entriesDue({ ...ending, endTime: END_OF_DAY }));
  });
});
