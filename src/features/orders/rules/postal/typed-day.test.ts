/** Days on pasted cards. */
import { expect, it } from "vitest";
import { readCardLines } from "./card-lines.ts";
import { dayProblem, isMonthFirst, readDay } from "./typed-day.ts";

const TODAY = "2026-11-28";

it.each([
  ["1990-04-13", "1990-04-13"],
  ["1990/04/13", "1990-04-13"],
  ["1990.4.3", "1990-04-03"],
  ["13/04/1990", "1990-04-13"],
  ["03/04/1990", "1990-04-03"],
  ["13-04-1990", "1990-04-13"],
  ["13.04.90", "1990-04-13"],
  ["13/04/05", "2005-04-13"],
  ["13-Apr-1990", "1990-04-13"],
  ["13 avril 1990", "1990-04-13"],
  ["1er f\u00e9vrier 1990", "1990-02-01"],
  ["13th of April 1990", "1990-04-13"],
  ["April 13, 1990", "1990-04-13"],
  ["Mar 13, 1990", "1990-03-13"],
  ["11 ao\u00fbt 1990", "1990-08-11"],
  ["1990-04-13T00:00:00Z", "1990-04-13"],
  ["\u202a13\u201304\u20131990\u202c", "1990-04-13"],
  ["13\u204404\u20441990", "1990-04-13"],
  ["\u0663/\u0664/\u0661\u0669\u0669\u0660", "1990-04-03"],
  ["Friday, 13 April 1990", "1990-04-13"],
  ["Fri 13/04/1990", "1990-04-13"],
  ["le mardi 13 mars 1990", "1990-03-13"],
  ["", ""],
  ["31/02/1990", undefined],
  ["04/13/1990", undefined],
  ["32976", undefined],
  ["0000-01-01", undefined],
  ["soon", undefined],
])("%j is %j", (typed, day) => {
  expect(readDay(typed, TODAY)).toBe(day);
});

it("the problem of an invalid day is named", () => {
  expect([dayProblem("04/13/1990"), dayProblem("32976"), dayProblem("31/02/1990")]).toEqual([
    "dateMonthFirst",
    "dateSerial",
    "dateInvalid",
  ]);
});

it("a column with a day that is only valid month first is read month first", () => {
  const paste = "first name;surname;date of birth;address;county\nA;Hart;03/04/1990;1 Road;Kent\nB;Reed;04/13/1990;2 Road;Kent";
  const { lines } = readCardLines(paste, TODAY, TODAY);
  expect(lines.map(({ fields }) => fields.birthDate)).toEqual(["1990-03-04", "1990-04-13"]);
  // Returned alone, the first line reads the same.
  expect(lines[0]?.source).toBe("A;Hart;1990-03-04;1 Road;Kent");
  expect(isMonthFirst(["04/13/1990", "13/04/1990"])).toBe(false);
  expect(isMonthFirst(["03/04/1990"])).toBe(false);
});
