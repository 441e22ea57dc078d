/** Months of the journal: parsing, order, end, and the day of late entries. */
import { describe, expect, it } from "vitest";
import { bookedOn, isOver, nextMonth, readMonth } from "./month.ts";

it.each([
  ["2026-11", "2026-11-01"],
  ["1999-12", "1999-12-01"],
  // The database has no day after its end.
  ["9999-12", undefined],
  ["0000-01", undefined],
  ["2026-13", undefined],
  ["", undefined],
])("%s is read as %s", (text, month) => {
  expect(readMonth(text)).toBe(month);
});

it("each month is followed by the next one, however long it is", () => {
  const months = ["2028-01-01"];
  while (months.length < 13) months.push(nextMonth(months.at(-1) ?? ""));
  expect(months.map((month) => month.slice(0, 7)).join(" ")).toBe(
    "2028-01 2028-02 2028-03 2028-04 2028-05 2028-06 2028-07 2028-08 2028-09 2028-10 2028-11 2028-12 2029-01",
  );
});

it.each([
  ["2027-06-01", "2027-06-30T23:59:59Z", false],
  // Midnight in London is an hour earlier in summer.
  ["2027-06-01", "2027-06-30T23:30:00Z", false],
  ["2027-06-01", "2027-06-30T23:00:00Z", false],
  ["2027-06-01", "2027-07-01T00:00:00Z", true],
  ["2027-11-01", "2027-12-01T00:30:00Z", false],
  ["2027-11-01", "2027-12-01T01:00:00Z", true],
])("the month of %s can be closed at %s: %s", (month, now, expected) => {
  expect(isOver(month, new Date(now))).toBe(expected);
});

describe("an entry", () => {
  it.each([
    ["2027-01-31", undefined, "2027-01-31"],
    ["2027-01-31", "2026-12-01", "2027-01-31"],
    ["2027-01-31", "2027-01-01", "2027-02-01"],
    ["2026-03-15", "2027-01-01", "2027-02-01"],
    ["2027-02-01", "2027-01-01", "2027-02-01"],
  ])("of %s, with all closed through %s, is booked on %s", (day, closed, counts) => {
    expect(bookedOn(day, closed)).toBe(counts);
  });
});
