import { expect, it } from "vitest";
import { truncate } from "./truncate.ts";

it.each([
  ["Prize", 9, "Prize"],
  ["Prize", 3, "Pri"],
  ["A 💥 car", 4, "A 💥"],
  ["A 💥 car", 3, "A "],
  ["💥", 0, ""],
])("%j to %i", (text, longest, start) => {
  expect(truncate(text, longest)).toBe(start);
  expect(truncate(text, longest).isWellFormed()).toBe(true);
});
