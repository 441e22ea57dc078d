/** The check of the specification map complains about every way in which a map can lie. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkMap } from "./check-specification-map.ts";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "map-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/pricing.ts"), "export const packs = [];\n");
  writeFileSync(
    join(root, "src/pricing.test.ts"),
    'test("25 tickets are Gold", () => {});\ntest.each([1])(`%i tickets`, () => {});\n',
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const map = (...rows: string[]) => ["# A map", "", "| id | statement | where | test |", "|---|---|---|---|", ...rows].join("\n");
const good = "| S0.01 | Text | not yet | not yet |";
const complaints = (...rows: string[]) => checkMap(map(good, ...rows), root).complaints;

describe("a true map", () => {
  test("passes and is counted", () => {
    const verdict = checkMap(
      map(
        "| S9.packs.01 | Gold is 25 tickets | `src/pricing.ts` | `src/pricing.test.ts` › 25 tickets are Gold |",
        "| S9.packs.02 | Any number | `src/pricing.ts`, `src/pricing.test.ts` | `src/pricing.test.ts` › %i tickets |",
        "| S9.packs.03 | Built, not tested | `src/pricing.ts` | not yet |",
        "| S2.home.01 | A hero | not yet | not yet |",
      ),
      root,
    );
    expect(verdict).toEqual({ statements: 4, placed: 3, tested: 2, complaints: [] });
  });
});

describe("a map that lies", () => {
  test.each([
    [
      "a place that is gone",
      "| S1.01 | Text | `src/gone.ts` | not yet |",
      "line 6: S1.01 lives in src/gone.ts, which does not exist",
    ],
    [
      "a test file that is gone",
      "| S1.01 | Text | `src/pricing.ts` | `src/gone.test.ts` |",
      "line 6: S1.01 is held by src/gone.test.ts, which does not exist",
    ],
    [
      "a file that is no test",
      "| S1.01 | Text | `src/pricing.ts` | `src/pricing.ts` |",
      "line 6: S1.01 is held by src/pricing.ts, which is no test",
    ],
    [
      "a test name that is gone",
      "| S1.01 | Text | `src/pricing.ts` | `src/pricing.test.ts` › 15 tickets are Gold |",
      'line 6: S1.01 is held by "15 tickets are Gold", which src/pricing.test.ts does not contain',
    ],
    ["an empty place", "| S1.01 | Text |  | not yet |", 'line 6: S1.01 has neither a place nor "not yet" but ""'],
    ["an empty test", "| S1.01 | Text | `src/pricing.ts` |  |", 'line 6: S1.01 has neither a test nor "not yet" but ""'],
    [
      "a place that is only a word",
      "| S1.01 | Text | somewhere | not yet |",
      'line 6: S1.01 has neither a place nor "not yet" but "somewhere"',
    ],
    ["a test without a place", "| S1.01 | Text | not yet | `src/pricing.test.ts` |", "line 6: S1.01 is tested but lives nowhere"],
    ["no statement", "| S1.01 |  | not yet | not yet |", "line 6: S1.01 states nothing"],
    ["no id", "| first | Text | not yet | not yet |", 'line 6: "first" is no id (such as S2.global.03)'],
    ["a missing cell", "| S1.01 | Text | not yet |", "line 6: a row has four cells, this one 3"],
  ])("is caught at %s", (_, row, complaint) => {
    expect(complaints(row)).toEqual([complaint]);
  });

  test("is caught at an id that stands twice", () => {
    const row = "| S1.01 | Text | not yet | not yet |";
    expect(complaints(row, row)).toEqual(["line 7: S1.01 stands on line 6 already"]);
  });

  test("is caught when it is empty", () => {
    expect(checkMap(map(), root).complaints).toEqual(["the map has no rows"]);
  });
});
