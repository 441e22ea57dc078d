import { describe, expect, it } from "vitest";
import { stepQuantity } from "./quantity-stepper.tsx";

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

  it("has no limit by default", () => {
    expect(stepQuantity(999_999, 1)).toBe(1_000_000);
  });
});
