/** Admission: limited by rate and capacity, and without lost turns. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextProgress, type Progress, paceOf, type RoomSettings } from "./admission.ts";

const START = Date.UTC(2026, 5, 1, 19);
const NEW: Progress = {
  places: 0,
  drawn: undefined,
  admitted: 0,
  credit: 0,
  movedAt: undefined,
  sampleAt: undefined,
  sampleAdmitted: 0,
  beforeAt: undefined,
  beforeAdmitted: 0,
};
const SET: RoomSettings = { perMinute: 600, mostInside: 1000 };
const NOBODY = { inside: 0, entered: 0, isHeld: false };

describe("the first update after the opening", () => {
  it("draws the waiting people, and admits one second's worth", () => {
    expect(nextProgress({ ...NEW, ...SET, places: 5000 }, NOBODY, START)).toMatchObject({ drawn: 5000, admitted: 10 });
  });

  it("admits the first arrival if the room is empty", () => {
    expect(nextProgress({ ...NEW, perMinute: 6, mostInside: 2, places: 1 }, NOBODY, START)).toMatchObject({
      drawn: 1,
      admitted: 1,
    });
  });

  it("draws also while paused, and admits nobody", () => {
    expect(nextProgress({ ...NEW, ...SET, places: 50 }, { ...NOBODY, isHeld: true }, START)).toMatchObject({
      drawn: 50,
      admitted: 0,
    });
  });
});

it("admits the same number however often it is updated", () => {
  const run = (stepMs: number) => {
    let room = nextProgress({ ...NEW, ...SET, places: 100_000 }, NOBODY, START);
    for (let at = START + stepMs; at <= START + 120_000; at += stepMs)
      room = nextProgress({ ...room, ...SET, mostInside: 100_000 }, { ...NOBODY, entered: 1_000_000 }, at);
    return room.admitted;
  };
  expect([100, 300, 1000, 4000].map(run)).toEqual([1210, 1210, 1210, 1210]);
});

it("admits no more if two processes with different clocks update alternately", () => {
  let room = nextProgress({ ...NEW, ...SET, perMinute: 60, places: 100_000 }, NOBODY, START);
  for (let at = START + 500; at <= START + 60_000; at += 500)
    for (const ahead of [0, 3000])
      room = nextProgress({ ...room, ...SET, perMinute: 60 }, { ...NOBODY, entered: 1_000_000 }, at + ahead);
  // The three seconds count once.
  expect(room.admitted).toBe(1 + 60 + 3);
});

it("does not make up for minutes without updates", () => {
  const room = nextProgress({ ...NEW, ...SET, places: 100_000 }, NOBODY, START);
  const later = nextProgress({ ...room, ...SET }, NOBODY, START + 600_000);
  expect(later.admitted - room.admitted).toBe(50);
});

it("counts people with a recent turn as inside", () => {
  let room = nextProgress({ ...NEW, perMinute: 6000, mostInside: 150, places: 5000 }, NOBODY, START);
  for (let second = 1; second <= 30; second += 1)
    room = nextProgress({ ...room, perMinute: 6000, mostInside: 150 }, NOBODY, START + second * 1000);
  expect(room.admitted).toBe(150);
  for (let second = 31; second <= 130; second += 1)
    room = nextProgress({ ...room, perMinute: 6000, mostInside: 150 }, NOBODY, START + second * 1000);
  // The room has been empty for two minutes, so others may enter.
  expect(room.admitted).toBe(300);
});

it("never exceeds rate, places and capacity in any sequence of events", () => {
  const step = fc.record({
    ms: fc.integer({ min: 0, max: 20_000 }),
    joins: fc.integer({ min: 0, max: 400 }),
    inside: fc.integer({ min: 0, max: 60 }),
    isHeld: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6000 }), fc.array(step, { maxLength: 60 }), (perMinute, steps) => {
      const set = { perMinute, mostInside: 50 };
      let now = START;
      let room = nextProgress({ ...NEW, ...set, places: 10 }, NOBODY, now);
      for (const { ms, joins, inside, isHeld } of steps) {
        now += ms;
        const next = nextProgress({ ...room, ...set, places: room.places + joins }, { inside, entered: 0, isHeld }, now);
        const turns = next.admitted - room.admitted;
        expect(turns).toBeGreaterThanOrEqual(0);
        expect(next.admitted).toBeLessThanOrEqual(next.places);
        if (turns > 0) expect(inside + turns).toBeLessThanOrEqual(50);
        if (isHeld) expect(turns).toBe(0);
        room = next;
      }
      const burst = Math.max(1, perMinute / 12);
      const most = (perMinute * (now - START)) / 60_000 + burst + Math.max(1, perMinute / 60);
      expect(room.admitted).toBeLessThanOrEqual(Math.ceil(most));
    }),
  );
});

it("reports the actual pace, not the configured one", () => {
  let room = nextProgress({ ...NEW, ...SET, places: 10_000 }, NOBODY, START);
  expect(paceOf({ ...room, ...SET }, START + 5000)).toBe(600);
  const full = nextProgress({ ...room, ...SET }, { inside: 1000, entered: 10, isHeld: false }, START + 5000);
  expect(paceOf({ ...full, ...SET }, START + 5000)).toBe(0);
  // The room is so full that every other turn waits.
  for (let second = 1; second <= 100; second += 1)
    room = nextProgress(
      { ...room, ...SET },
      { inside: second % 2 ? 1000 : 0, entered: 1_000_000, isHeld: false },
      START + second * 1000,
    );
  expect(paceOf({ ...room, ...SET }, START + 100_000)).toBeGreaterThan(500);
  for (let second = 101; second <= 300; second += 1)
    room = nextProgress({ ...room, ...SET }, { inside: 1000, entered: 0, isHeld: false }, START + second * 1000);
  expect(paceOf({ ...room, ...SET }, START + 300_000)).toBe(0);
});
