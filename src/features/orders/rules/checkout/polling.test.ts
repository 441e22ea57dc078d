/** The waiting times of the result page. */
import { describe, expect, it } from "vitest";
import { delayBeforeTry, MAX_TRIES } from "./purchase-view.ts";

describe("polling", () => {
  it("waits 1 s, then half as long again each time, at most 10 s", () => {
    expect(Array.from({ length: MAX_TRIES }, (_, i) => delayBeforeTry(i + 1))).toEqual([
      1000, 1500, 2250, 3375, 5063, 7594, 10_000, 10_000, 10_000, 10_000,
    ]);
  });
});
