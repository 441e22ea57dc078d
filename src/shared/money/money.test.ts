import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, fromPounds, pence, toPounds } from "./money.ts";

describe("pence", () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("are never %d", (value) => {
    expect(() => pence(value)).toThrow(RangeError);
  });

  it("come back from JSON as they went", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
        expect(fromPounds(JSON.parse(JSON.stringify(toPounds(pence(amount)))))).toBe(amount);
      }),
    );
  });

  it.each([
    [29.99, 2999],
    [1.1, 110],
    [1.005, undefined],
    [0.001, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e15, undefined],
  ])("of £%d are %s", (pounds, expected) => {
    expect(fromPounds(pounds)).toBe(expected);
  });
});

describe("a price", () => {
  it.each([
    [63_729, "exact", "£637.29", "637,29 £"],
    [14_800_000, "exact", "£148,000.00", "148 000,00 £"],
    [14_800_000, "whole", "£148,000", "148 000 £"],
    [14_800_050, "whole", "£148,000.50", "148 000,50 £"],
    [-510, "exact", "-£5.10", "-5,10 £"],
    [0, "exact", "£0.00", "0,00 £"],
  ] as const)("of %d pence, %s, is written %s and « %s »", (amount, style, english, french) => {
    expect(formatMoney(pence(amount), "en", style)).toBe(english);
    expect(formatMoney(pence(amount), "fr", style)).toBe(french.replaceAll(" ", "\u00a0"));
  });
});
