import { describe, expect, it } from "vitest";
import { type NumberProblem, type NumberRule, PERCENT, POUNDS, readNumber, readQuantity } from "./typed-number.ts";

const WHOLE: NumberRule = { decimals: 0 };
const SIGNED: NumberRule = { ...POUNDS, least: -1_000_000_000 };
const SHARE: NumberRule = { ...PERCENT, most: 100 };

const read = (text: string, rule: NumberRule): number | NumberProblem => {
  const result = readNumber(text, rule);
  return result.ok ? result.value : result.error;
};

describe("a sum in pounds", () => {
  it.each<[string, number | NumberProblem]>([
    ["29,99", 29.99],
    ["29.99", 29.99],
    ["£29.99", 29.99],
    ["£ 29.99", 29.99],
    ["29,99 £", 29.99],
    ["29.99 GBP", 29.99],
    ["+29.99", 29.99],
    ["  29.99\t", 29.99],
    ["\u202a29.99\u202c", 29.99],
    ["\u200b29\u2060.99\ufeff", 29.99],
    ["85 000,00", 85_000],
    ["85\u00a0000,00", 85_000],
    ["85\u202f000,00\u00a0£", 85_000],
    ["85,000.00", 85_000],
    ["85.000,00", 85_000],
    ["85'000.00", 85_000],
    ["85’000,00", 85_000],
    ["1,000", 1000],
    ["1 000", 1000],
    ["1'000", 1000],
    ["1,234,567", 1_234_567],
    ["1.234.567", 1_234_567],
    ["1 234 567,5", 1_234_567.5],
    ["２９．９９", 29.99],
    ["￡１，０００", 1000],
    ["٢٩٫٩٩", 29.99],
    ["٨٥٬٠٠٠", 85_000],
    ["۲۹,۹۹", 29.99],
    ["२९.९९", 29.99],
    ["007", 7],
    ["12,5", 12.5],
    [".5", 0.5],
    [",99", 0.99],
    ["30.", 30],
    ["£29.99.", 29.99],
    ["1 234,50,", 1234.5],
    ["29.9900", 29.99],
    ["0", 0],
    ["1.000", "ambiguous"],
    ["29.990", "ambiguous"],
    ["29.999", "ambiguous"],
    ["£1.000", "ambiguous"],
    ["0.500", 0.5],
    ["0,505", "too_precise"],
    ["1234.567", "too_precise"],
    ["1 234.567", "too_precise"],
    ["-5", "too_small"],
    ["−5", "too_small"],
    ["1000000000000000", "too_large"],
    ["9".repeat(400), "too_large"],
    ["", "required"],
    ["  ", "required"],
    ["£", "required"],
    ["free", "not_a_number"],
    ["1e3", "not_a_number"],
    ["1e9", "not_a_number"],
    ["0x10", "not_a_number"],
    ["NaN", "not_a_number"],
    ["Infinity", "not_a_number"],
    ["€29.99", "not_a_number"],
    ["29.99 %", "not_a_number"],
    ["3 tickets", "not_a_number"],
    ["50k", "not_a_number"],
    ["5²", "not_a_number"],
    ["1½", "not_a_number"],
    ["1 2", "not_a_number"],
    ["12 50", "not_a_number"],
    ["1,2,3", "not_a_number"],
    ["10,00,000", "not_a_number"],
    ["1,000,50", "not_a_number"],
    ["1,000 000", "not_a_number"],
    ["1.000.50", "not_a_number"],
    ["25,0000.5", "not_a_number"],
    ["--1", "not_a_number"],
    [".", "not_a_number"],
    ["-", "not_a_number"],
  ])("%j is %s", (text, expected) => {
    expect(read(text, POUNDS)).toBe(expected);
  });
});

it.each([
  ["-5", -5],
  ["−5,50 £", -5.5],
  ["–£1,000", -1000],
  ["£-5", -5],
  ["- 5", -5],
  ["－５", -5],
])("%j is the negative sum %d where one may be", (text, expected) => {
  expect(read(text, SIGNED)).toBe(expected);
});

it.each<[string, number | NumberProblem]>([
  ["1,000", 1000],
  ["1.000", 1000],
  ["1.234.567", 1_234_567],
  ["50.0", 50],
  ["50,00", 50],
  ["12,5", "too_precise"],
  ["0.500", "too_precise"],
  ["£5", "not_a_number"],
])("%j as a whole number is %s", (text, expected) => {
  expect(read(text, WHOLE)).toBe(expected);
});

it.each<[string, number | NumberProblem]>([
  ["17.5 %", 17.5],
  ["17,5 %", 17.5],
  ["20%", 20],
  ["100,01", "too_large"],
  ["£5", "not_a_number"],
])("%j as a percentage is %s", (text, expected) => {
  expect(read(text, SHARE)).toBe(expected);
});

describe("a typed number of tickets", () => {
  it.each<[string, number | undefined]>([
    ["1", 1],
    [" 12 ", 12],
    ["0012", 12],
    ["+7", 7],
    ["1,000", 1000],
    ["1.000", 1000],
    ["1 000", 1000],
    ["1\u202f000", 1000],
    ["1'000", 1000],
    ["50.0", 50],
    ["１２", 12],
    ["٣", 3],
    ["3 tickets", 3],
    ["1 Ticket", 1],
    ["10 billets", 10],
    ["x5", 5],
    ["5 ×", 5],
    // Long numbers are not truncated, but refused as too many.
    ["9999999999", 999_999_999],
    ["9".repeat(400), 999_999_999],
    ["", undefined],
    ["0", undefined],
    ["-1", undefined],
    ["−3", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["NaN", undefined],
    ["ten", undefined],
    ["£5", undefined],
    ["tickets", undefined],
  ])("%j tickets are %s", (text, expected) => {
    expect(readQuantity(text)).toBe(expected);
  });
});
