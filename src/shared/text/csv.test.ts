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

  it.each(["=1+1", "+44 7700 900123", "-2", "@SUM(A1)", "\tx", "\rx", "\nx", '=HYPERLINK("http://x","y")', "=1,2"])(
    "%j is read back with a mark before it, and is no formula",
    (text) => {
      expect(parse(csvLine([text]))).toEqual([[`'${text}`]]);
    },
  );

  it.each([
    ["B;=1+1", "B;'=1+1"],
    ["B|@x", "B|'@x"],
    ["B\t=1", "B\t'=1"],
    ["B\n=1+1", "B\n'=1+1"],
    ["B\r\n\r\n+1", "B\r\n\r\n'+1"],
    ["  =1+1", "  '=1+1"],
    ["\u00a0=1+1", "\u00a0'=1+1"],
    ["\u200b=1+1", "\u200b'=1+1"],
    ["\ufeff=1+1", "\ufeff'=1+1"],
    ["＝1+1", "'＝1+1"],
    ["；＋1", "；＋1"],
    ["a;－1", "a;'－1"],
    ["＠SUM(A1)", "'＠SUM(A1)"],
    ['x";=HYPERLINK("http://evil.example")&"', `x";'=HYPERLINK("http://evil.example")&"`],
    ["Jean-Luc + Anne @ home = 1", "Jean-Luc + Anne @ home = 1"],
    ["a.b+c@d-e.example", "a.b+c@d-e.example"],
  ])("%j is read back as %j", (text, written) => {
    expect(parse(csvLine([text]))).toEqual([[written]]);
  });

  it("begins no cell with a formula, for any separator and quote character", () => {
    const nasty = fc.constantFrom(..."=+-@＝＋－＠,;|\t\r\n\" '\u00a0\u200b", "=1+1", "a", "B;", "1");
    const cell = fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        for (const part of csvLine(cells).split(/[,;|\t\r\n]/))
          expect(part.replace(/^[\s"\u200b]+/u, "")).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2000 },
    );
  });

  it("of a long text is written in linear time", () => {
    const begun = process.cpuUsage();
    for (const text of [
      " ".repeat(100_000),
      `${" ".repeat(50_000)}${"=".repeat(50_000)}`,
      ";=".repeat(50_000),
      '"'.repeat(100_000),
    ])
      csvLine([text]);
    // CPU time, which is independent of the machine's load.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it("is read back unchanged", () => {
    const cell = fc.string({ unit: "grapheme" }).filter((text) => !/[=+\-@＝＋－＠]|^[\t\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (records) => {
        expect(parse(records.map(csvLine).join(""), { record_delimiter: "\r\n" })).toEqual(records);
      }),
    );
  });
});
