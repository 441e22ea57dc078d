import { expect, it } from "vitest";
import { findLongSubjects } from "./check-commits.ts";

it("names the commits whose subject is longer than 72 characters", () => {
  const [fits, long] = ["x".repeat(72), "x".repeat(73)];
  expect(findLongSubjects(`1a2b3c4 ${fits}\n5d6e7f8 ${long}\n`)).toEqual([`5d6e7f8 ${long}`]);
});
