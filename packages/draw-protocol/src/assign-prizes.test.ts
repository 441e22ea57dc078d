/** Picks fill the prizes in order, and a person's further picks are passed over if the rule says so. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignPrizes } from "./assign-prizes.ts";

/** The owners of the picks, one letter each, as `hasWon`. */
const ownedBy = (owners: string) => (pick: number, won: readonly number[]) => won.some((each) => owners[each] === owners[pick]);

describe("without one prize a person", () => {
  it("pick k wins prize k + 1, and each later round of picks gives one reserve to each prize", () => {
    expect(assignPrizes({ picks: 12, prizes: 3 })).toEqual([
      { prize: 1, winner: 0, reserves: [3, 6, 9], passedOver: [] },
      { prize: 2, winner: 1, reserves: [4, 7, 10], passedOver: [] },
      { prize: 3, winner: 2, reserves: [5, 8, 11], passedOver: [] },
    ]);
  });

  it("the first prizes have the reserves if the list ends early", () => {
    expect(assignPrizes({ picks: 5, prizes: 3 }).map(({ reserves }) => reserves)).toEqual([[3], [4], []]);
  });

  it("prizes after the last entry have no winner", () => {
    expect(assignPrizes({ picks: 1, prizes: 3 }).map(({ winner }) => winner)).toEqual([0, undefined, undefined]);
  });
});

describe("with one prize a person", () => {
  it.each([
    ["the prize goes to its next reserve", "AABCCCC", 3, [0, 4, 2], [[], [1], []]],
    ["an earlier pick of a later prize wins before a reserve", "AABCBCDDD", 3, [0, 7, 2], [[], [1, 4], []]],
    ["a prize has no winner if all its picks are passed over", "AAAAAAAA", 2, [0, undefined], [[], [1, 3, 5, 7]]],
    ["a reserve of the person's own prize stays a reserve", "ABACADAE", 2, [0, 1], [[], []]],
  ])("%s", (_, owners, prizes, winners, passedOver) => {
    const results = assignPrizes({ picks: owners.length, prizes, hasWon: ownedBy(owners) });
    expect(results.map(({ winner }) => winner)).toEqual(winners);
    expect(results.map((result) => result.passedOver.map(({ pick }) => pick))).toEqual(passedOver);
  });

  it("no owner wins twice, and each pick of a prize is passed over, wins or is a reserve, in this order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.array(fc.nat({ max: 8 }), { maxLength: 40 }), (prizes, owners) => {
        const hasWon = (pick: number, won: readonly number[]) => won.some((each) => owners[each] === owners[pick]);
        const results = assignPrizes({ picks: owners.length, prizes, hasWon });
        const won = results.flatMap(({ winner }) => (winner === undefined ? [] : [owners[winner]]));
        expect(new Set(won).size).toBe(won.length);
        for (const [index, { winner, reserves, passedOver }] of results.entries()) {
          const own = owners.map((_, pick) => pick).filter((pick) => pick % prizes === index);
          expect([...passedOver.map(({ pick }) => pick), ...(winner === undefined ? [] : [winner]), ...reserves]).toEqual(own);
        }
      }),
    );
  });
});
