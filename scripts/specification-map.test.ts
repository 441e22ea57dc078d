import { expect, test } from "vitest";
import { mapSpecification } from "./specification-map.ts";

const files = new Map([
  [
    "src/pricing.test.ts",
    'describe("packs", () => { test("25 tickets are Gold", () => {}); it.each([1])(`%i tickets`, () => {}); });',
  ],
  ["src/stock.test.ts", 'describe("stock", () => { it("%i tickets", () => {}); it.each([["of 2", 1]])("%s", () => {}); });'],
]);
const complaints = (statements: Record<string, string[]>) => mapSpecification({ "1 Packs": statements }, files).complaints;

test("prints each statement with its tests and their files", () => {
  const { statements, complaints, markdown } = mapSpecification(
    {
      "1 Packs": {
        "S1.01": ["Gold | silver", "25 tickets are Gold", "stock › of 2"],
        "S1.02": ["Any number", "packs › %i tickets"],
      },
    },
    files,
  );
  expect({ statements, complaints }).toEqual({ statements: 2, complaints: [] });
  expect(markdown).toContain(
    "| S1.01 | Gold \\| silver | `src/pricing.test.ts` › 25 tickets are Gold<br>`src/stock.test.ts` › stock › of 2 |",
  );
});

test.each([
  ["no statements", {}, "there are no statements"],
  ["a statement without a test", { "S1.01": ["Text"] }, "S1.01 has no test"],
  ["an id without a statement", { "S1.01": ["", "25 tickets are Gold"] }, "S1.01 has no statement"],
  ["a wrong id", { first: ["Text", "25 tickets are Gold"] }, '"first" is not an id such as S2.global.03'],
  ["a test that is gone", { "S1.01": ["Text", "15 tickets are Gold"] }, 'S1.01: no test is called "15 tickets are Gold"'],
  [
    "a title of two files",
    { "S1.01": ["Text", "%i tickets"] },
    'S1.01: "%i tickets" is in src/pricing.test.ts, src/stock.test.ts; write "describe › title"',
  ],
])("complains about %s", (_, statements, complaint) => {
  expect(complaints(statements)).toEqual([complaint]);
});
