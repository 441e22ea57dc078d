/** What people type in fields for sums and shares. */
import { expect, it } from "vitest";
import { typedNumber } from "./typed-number.ts";

it.each([
  ["50", 2, 50],
  ["0", 2, 0],
  ["1,000", 0, 1000],
  ["1,000.50", 2, 1000.5],
  ["1 000,50 £", 2, 1000.5],
  ["1\u202f234,5\u00a0£", 2, 1234.5],
  ["£25,000", 0, 25_000],
  ["-1,234,567", 0, -1_234_567],
  ["12,5", 1, 12.5],
  ["17.5 %", 2, 17.5],
  ["007", 0, 7],
  ["12,5", 0, undefined],
  ["1.000", 2, undefined],
  ["0,500", 2, undefined],
  ["25,0000.5", 2, undefined],
  ["10,00,000", 2, undefined],
  ["1,2,3", 2, undefined],
  ["1e5", 2, undefined],
  ["--1", 2, undefined],
  ["٣", 2, undefined],
  ["1000000000", 0, undefined],
  [".5", 2, undefined],
  ["5.", 2, undefined],
  ["", 2, undefined],
])("%j with %d decimals at most is %s", (text, decimals, number) => {
  expect(typedNumber(text, decimals)).toBe(number);
});
