/** How many tickets a buyer may hold at once. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestPack, newcomerMost } from "#features/lotteries/rules/purchase/newcomer-limit.ts";
import { namedPacks, PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { type HoldCounts, holdRoom, networkShare, newcomersShare, refusalSentence, roomProblem } from "./hold-room.ts";

const EMPTY: HoldCounts = {
  available: 4000,
  sold: 0,
  held: 0,
  heldByNewcomers: 0,
  network: { held: 0, heldByNewcomers: 0 },
  isNewcomer: true,
  bought: 0,
  maxPerPerson: undefined,
  packs: PACKS,
};

describe("the largest choice in a draw of 4,000 tickets", () => {
  it.each<[string, Partial<HoldCounts>, number, string]>([
    ["a newcomer: a tenth", {}, 400, "newcomer_limit"],
    [
      "a newcomer to a draw with a larger pack: that pack",
      { packs: namedPacks([{ quantity: 600, percentOff: 5 }]) },
      600,
      "newcomer_limit",
    ],
    ["a newcomer to a small draw: what one network gets", { available: 100 }, 25, "newcomer_limit"],
    ["a newcomer if newcomers hold nearly half", { held: 1990, heldByNewcomers: 1990 }, 10, "busy"],
    ["a newcomer whose network holds nearly a quarter", { held: 970, network: { held: 970, heldByNewcomers: 970 } }, 30, "busy"],
    ["a newcomer whose network holds a quarter", { held: 1000, network: { held: 1000, heldByNewcomers: 1000 } }, 0, "busy"],
    ["a newcomer if five are left: all of them", { sold: 3995 }, 5, "sold_out"],
    ["a newcomer if twenty are left", { sold: 3980 }, 5, "newcomer_limit"],
    ["a known buyer if newcomers hold half", { isNewcomer: false, held: 2000, heldByNewcomers: 2000 }, 2000, "sold_out"],
    [
      "a known buyer if the network holds half",
      { isNewcomer: false, held: 2000, network: { held: 2000, heldByNewcomers: 0 } },
      0,
      "busy",
    ],
    ["a known buyer if eighteen are left", { isNewcomer: false, sold: 3982 }, 18, "sold_out"],
    ["a buyer with 8 of 10 per person", { isNewcomer: false, bought: 8, maxPerPerson: 10 }, 2, "person_limit"],
    ["a buyer above the limit per person", { isNewcomer: false, bought: 11, maxPerPerson: 10 }, 0, "person_limit"],
  ])("%s", (_who, counts, most, limitedBy) => {
    const room = holdRoom({ ...EMPTY, ...counts });
    expect(room).toEqual({ most, limitedBy });
    expect([roomProblem(room, most), roomProblem(room, most + 1)]).toEqual([undefined, limitedBy]);
  });

  it("leaves room for newcomers of other networks and for known buyers, whatever one network holds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 10_000_000 }), (unsold) => {
        const { newcomers } = networkShare(unsold, PACKS);
        expect(newcomers).toBeLessThan(unsold);
        expect(newcomersShare(unsold)).toBeLessThan(unsold);
        const counts = { ...EMPTY, available: unsold, held: newcomers, heldByNewcomers: newcomers };
        expect(holdRoom({ ...counts, isNewcomer: false }).most).toBeGreaterThan(0);
        if (unsold > 10) expect(holdRoom(counts).most).toBeGreaterThan(0);
        expect(newcomerMost(unsold, largestPack(PACKS))).toBeGreaterThanOrEqual(50);
      }),
    );
  });
});

it("reports that nothing can be chosen", () => {
  expect([refusalSentence("busy", 3), refusalSentence("busy", 0), refusalSentence("person_limit", 0)]).toEqual([
    "busy",
    "busy_none",
    "person_limit_none",
  ]);
});
