/** Ages for leap days, summer time and other time zones, and every birthday of a century. */
import { describe, expect, it } from "vitest";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { checkPerson } from "../registration.ts";

const problemOf = (birthDate: Day, today: Day) =>
  checkPerson({ firstName: "Amelia", lastName: "Hart", phone: "07700 900123", birthDate }, today).birthDate;

describe("the table of birthdays", () => {
  it.each([
    ["2008-11-21", "2026-11-20T23:59:59Z", "minAge", "the last second before it"],
    ["2008-11-21", "2026-11-21T00:00:00Z", undefined, "its first second"],
    ["2008-11-21", "2026-11-21T09:00:00+13:00", "minAge", "birthday in Auckland, not yet in London"],
    ["2008-11-21", "2026-11-20T20:00:00-08:00", undefined, "birthday in London, not yet in Los Angeles"],
    ["2008-07-14", "2026-07-13T22:59:59Z", "minAge", "summer: London's midnight is at 23:00 UTC, and this is before it"],
    ["2008-07-14", "2026-07-13T23:00:00Z", undefined, "summer: London's midnight"],
    ["2008-03-29", "2026-03-29T00:00:00Z", undefined, "the day on which clocks go forward"],
    ["2008-03-30", "2026-03-29T22:59:59Z", "minAge", "the last second of that day, which has 23 hours"],
    ["2008-10-26", "2026-10-25T23:59:59Z", "minAge", "the last second of the day of 25 hours"],
    ["2008-10-26", "2026-10-26T00:00:00Z", undefined, "the second after it"],
    ["2009-01-01", "2026-12-31T23:59:59Z", "minAge", "New Year's Eve"],
    ["2009-01-01", "2027-01-01T00:00:00Z", undefined, "New Year"],
    ["2008-12-31", "2026-01-01T12:00:00Z", "minAge", "17, though the years differ by 18"],
    ["2008-02-29", "2026-02-28T23:59:59Z", "minAge", "a leap day's child, on 28 February"],
    ["2008-02-29", "2026-03-01T00:00:00Z", undefined, "a leap day's child, on 1 March"],
    ["2008-02-28", "2026-02-28T00:00:00Z", undefined, "born the day before the leap day"],
    ["2008-03-01", "2026-02-28T12:00:00Z", "minAge", "born the day after the leap day"],
    ["2002-02-28", "2020-02-28T12:00:00Z", undefined, "18 the day before a leap day"],
    ["2002-03-01", "2020-02-29T12:00:00Z", "minAge", "18 the day after a leap day"],
    ["2007-02-29", "2026-11-21T12:00:00Z", "birthDateInvalid", "no leap day in 2007"],
    ["1900-02-29", "2026-11-21T12:00:00Z", "birthDateInvalid", "none in 1900 either"],
    ["2000-02-29", "2026-11-21T12:00:00Z", undefined, "but one in 2000"],
    ["1899-12-31", "2026-11-21T12:00:00Z", "birthDateInvalid", "older than any person"],
    ["1900-01-01", "2026-11-21T12:00:00Z", undefined, "the oldest there may be"],
    ["2026-11-21", "2026-11-21T12:00:00Z", "minAge", "born today"],
    ["2031-11-21", "2026-11-21T12:00:00Z", "minAge", "not born yet"],
    ["9981-12-31", "2026-11-21T12:00:00Z", "minAge", "18 in the last year of four digits"],
    ["9982-01-01", "2026-11-21T12:00:00Z", "minAge", "18 in the year 10000"],
    ["9999-12-31", "2026-11-21T12:00:00Z", "minAge", "born on the last day of four digits"],
    ["10000-01-01", "2026-11-21T12:00:00Z", "birthDateInvalid", "a year of five digits"],
    ["+010000-01-01", "2026-11-21T12:00:00Z", "birthDateInvalid", "the same as programs write it"],
  ])("born on %s, at %s: %s (%s)", (birthDate, instant, problem, _why) => {
    expect(problemOf(birthDate, londonDate(new Date(instant)))).toBe(problem);
  });
});

it("accepts every birthday of a century on the day itself and not on the day before", () => {
  const day = 86_400_000;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  for (let born = Date.UTC(1920, 0, 1); born < Date.UTC(2021, 0, 1); born += day) {
    const date = new Date(born);
    // In calendar arithmetic, 29 February plus 18 years is 1 March.
    const eighteenth = Date.UTC(date.getUTCFullYear() + 18, date.getUTCMonth(), date.getUTCDate());
    if (problemOf(iso(born), iso(eighteenth)) !== undefined) expect.fail(`${iso(born)} is not let in on ${iso(eighteenth)}`);
    if (problemOf(iso(born), iso(eighteenth - day)) !== "minAge") expect.fail(`${iso(born)} is let in too early`);
  }
});
