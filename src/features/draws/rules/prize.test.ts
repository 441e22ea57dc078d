import { describe, expect, it } from "vitest";
import { maySetStep, type Prize, type PrizeStep } from "./prize.ts";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const time = { drawnAt: day(10), now: day(20) };
const none: Prize = { contacted: undefined, confirmed: undefined, delivered: undefined };
const contacted = { ...none, contacted: day(12) };
const confirmed = { ...contacted, confirmed: day(14) };

describe("the way of a prize", () => {
  it.each<[string, Prize, PrizeStep, Date | undefined, boolean]>([
    ["begins with the winner being told", none, "contacted", day(12), true],
    ["does not begin before the draw", none, "contacted", day(9), false],
    ["is not told of beforehand", none, "contacted", day(21), false],
    ["leaves no step out", none, "confirmed", day(14), false],
    ["goes on", contacted, "confirmed", day(14), true],
    ["goes on in the order of time", contacted, "confirmed", day(11), false],
    ["ends with the handing over", confirmed, "delivered", day(20), true],
    ["can be put right", confirmed, "contacted", day(13), true],
    ["cannot be put behind what followed", confirmed, "contacted", day(15), false],
    ["can be taken back at its end", confirmed, "confirmed", undefined, true],
    ["cannot be taken back in the middle", confirmed, "contacted", undefined, false],
    ["needs a time", none, "contacted", new Date(Number.NaN), false],
  ])("%s", (_, prize, step, at, may) => {
    expect(maySetStep(prize, step, at, time)).toBe(may);
  });
});
