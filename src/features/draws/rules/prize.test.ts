/** The steps of a prize are done in order. */
import { describe, expect, it } from "vitest";
import { handoverState, lastStep, maySetStep, nextStep, type Prize, type PrizeStep, stepTime } from "./prize.ts";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const time = { drawnAt: day(10), now: day(20) };
const none: Prize = { contacted: undefined, confirmed: undefined, checked: undefined, delivered: undefined };
const contacted = { ...none, contacted: day(12) };
const confirmed = { ...contacted, confirmed: day(14) };
const checked = { ...confirmed, checked: day(16) };

describe("the steps of a prize", () => {
  it.each<[string, Prize, PrizeStep, Date | undefined, boolean]>([
    ["begins with the winner being told", none, "contacted", day(12), true],
    ["does not begin before the draw", none, "contacted", day(9), false],
    ["is not told of beforehand", none, "contacted", day(21), false],
    ["leaves no step out", none, "confirmed", day(14), false],
    ["goes on", contacted, "confirmed", day(14), true],
    ["goes on in the order of time", contacted, "confirmed", day(11), false],
    ["is not handed over before proof of age and identity was seen", confirmed, "delivered", day(20), false],
    ["ends with the handing over", checked, "delivered", day(20), true],
    ["can be put right", confirmed, "contacted", day(13), true],
    ["cannot be put behind what followed", confirmed, "contacted", day(15), false],
    ["can be taken back at its end", confirmed, "confirmed", undefined, true],
    ["cannot be taken back in the middle", confirmed, "contacted", undefined, false],
    ["needs a time", none, "contacted", new Date(Number.NaN), false],
  ])("%s", (_, prize, step, at, may) => {
    expect(maySetStep(prize, step, at, time)).toBe(may);
  });
});

it.each([
  [0, "in_time"],
  [19, "in_time"],
  [20, "soon"],
  [29, "soon"],
  [30, "late"],
])("a prize that has waited for %i days is %s", (days, state) => {
  expect(handoverState(day(1), new Date(day(1).getTime() + days * 86_400_000))).toBe(state);
});

describe("a step of the prize", () => {
  it("can be set if it is next, and undone if it is last", () => {
    expect([none, contacted, confirmed, checked].map(nextStep)).toEqual(["contacted", "confirmed", "checked", "delivered"]);
    expect([none, contacted, confirmed].map(lastStep)).toEqual([undefined, "contacted", "confirmed"]);
    expect(nextStep({ ...checked, delivered: day(15) })).toBeUndefined();
  });

  it.each([
    ["2026-07-14", "2026-07-14T10:00:00.000Z"],
    ["2026-07-13", "2026-07-13T22:59:59.999Z"],
    ["2026-01-05", "2026-01-05T23:59:59.999Z"],
  ])("that was done on %s was done at %s", (on, at) => {
    expect(stepTime(on, new Date("2026-07-14T10:00:00Z")).toJSON()).toBe(at);
  });
});
