import { describe, expect, it } from "vitest";
import { oneIn } from "./odds.ts";

describe("odds in words", () => {
  it.each([
    [25, 6000, 240, true],
    [1, 6000, 6000, true],
    [7, 6000, 857, false],
    [6000, 6000, 1, true],
    [7000, 6000, 1, true],
    [4001, 6000, 1, false],
  ])("%i of %i is 1 in %i (exact: %s)", (tickets, total, value, exact) => {
    expect(oneIn(tickets, total)).toEqual({ value, exact });
  });
});
