/** A number of tickets as it is typed, and a step up or down. */
import { describe, expect, it } from "vitest";
import { parseQuantity, stepQuantity } from "./quantity-stepper.tsx";

describe("a typed number of tickets", () => {
  it.each([
    ["1", 1],
    ["25", 25],
    [" 1 000 ", 1000],
    ["007", 7],
    ["", undefined],
    ["0", undefined],
    ["-3", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["ten", undefined],
    // A number is not made small by being long: it is refused as too many.
    ["9999999999", 999_999_999],
    ["9".repeat(400), 999_999_999],
  ])("%j is read as %s", (text, expected) => {
    expect(parseQuantity(text)).toBe(expected);
  });
});

describe("a step", () => {
  it.each([
    [1, -1, 10, 1],
    [1, 1, 10, 2],
    [10, 1, 10, 10],
    [500, 1, 10, 10],
    [500, -1, 10, 10],
    [3, 1, 0, 1],
  ] as const)("from %i by %i with at most %i leads to %i", (value, by, max, expected) => {
    expect(stepQuantity(value, by, max)).toBe(expected);
  });

  it("knows no end where none is given", () => {
    expect(stepQuantity(999_999, 1)).toBe(1_000_000);
  });
});
