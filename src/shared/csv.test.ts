/** Lines of CSV that no spreadsheet takes for a formula. */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it.each([
    [["a", "b"], "a,b\r\n"],
    [["", undefined, 0, -5], ",,0,-5\r\n"],
    [["O'Neil", 'the "Fox"', "a, b", "two\nlines"], 'O\'Neil,"the ""Fox""","a, b","two\nlines"\r\n'],
  ] as const)("of %j is %j", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each(["=1+1", "+44 7700 900123", "-2", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("http://x","y")', "=1,2"])(
    "%j is read back with a mark before it, and is no formula",
    (text) => {
      expect(parse(csvLine([text]))).toEqual([[`'${text}`]]);
    },
  );

  it("is read back as it was, whatever it holds", () => {
    const cell = fc.string({ unit: "grapheme" }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (records) => {
        expect(parse(records.map(csvLine).join(""), { record_delimiter: "\r\n" })).toEqual(records);
      }),
    );
  });
});
