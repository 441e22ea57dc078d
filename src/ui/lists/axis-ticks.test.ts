import { expect, it } from "vitest";
import { axisTicks } from "./axis-ticks.ts";

it.each([
  [0, [0]],
  [1, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [445, [0, 150, 300, 450, 600]],
  [1_121_900, [0, 300_000, 600_000, 900_000, 1_200_000]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
])("up to %d", (highest, ticks) => expect(axisTicks(highest)).toEqual(ticks));
