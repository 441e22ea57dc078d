/** Months as addresses name them. */
import { expect, it } from "vitest";
import { readMonth } from "./month.ts";

it.each([
  ["2026-11", "2026-11-01"],
  ["1999-12", "1999-12-01"],
  // Its end is no day that a database knows.
  ["9999-12", undefined],
  ["0000-01", undefined],
  ["2026-13", undefined],
  ["", undefined],
])("%s is read as %s", (text, month) => {
  expect(readMonth(text)).toBe(month);
});
