/** Both implementations of pdraw/3 give the same draw for any list, prizes and rules. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { exampleEntries, examplePrizes } from "../test/example-draw.fixture.ts";
import { redraw } from "../test/second-implementation.fixture.ts";
import { QUICKNET } from "./chain.ts";
import { commitmentHash, commitmentJson, commitTo } from "./commitment.ts";
import { writeEntries } from "./entry-list.ts";
import { drawPicks, drawSeed } from "./pick.ts";
import { prizeHash } from "./prize.ts";
import { prizesOf } from "./proof.ts";

const anyDraw = fc.record({
  count: fc.integer({ min: 1, max: 80 }),
  step: fc.integer({ min: 1, max: 5 }),
  prizes: fc.integer({ min: 1, max: 10 }),
  closedAt: fc.integer({ min: 0, max: 2 ** 32 }),
  onePrizeAPerson: fc.boolean(),
  persons: fc.option(fc.integer({ min: 1, max: 20 })),
  randomness: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
});

it("the second implementation agrees on commitment, seed, picks and prizes of any draw", () => {
  fc.assert(
    fc.property(anyDraw, ({ count, step, prizes, closedAt, onePrizeAPerson, persons, randomness }) => {
      const prize = examplePrizes(prizes);
      const input = { name: "any", tickets: { count, step }, prize, draw_id: "any draw", closed_at: closedAt };
      const again = redraw({ ...input, one_prize_a_person: onePrizeAPerson, persons }, randomness);

      const entries = writeEntries(exampleEntries("any", count, step));
      const rules = { prizeSha256: prizeHash(prize), prizeRules: { prizes, onePrizeAPerson } };
      const committed = commitTo({ drawId: "any draw", closedAt, entries, chain: QUICKNET, ...rules });
      const commitment = commitmentHash(committed);
      const seed = drawSeed(commitment, randomness);
      const picks = drawPicks(seed, count, committed.picks);
      const personOf = (pick: number) => {
        const ticket = entries.entry(picks[pick]?.listIndex ?? 0).number;
        return persons === null ? ticket : ticket % persons;
      };
      const hasWon = (pick: number, won: readonly number[]) => won.some((each) => personOf(each) === personOf(pick));

      expect(commitmentJson(committed)).toBe(again.commitment_json);
      expect(Buffer.from(seed).toString("hex")).toBe(again.seed);
      expect(picks.map(({ listIndex, rejected }) => [listIndex, rejected])).toEqual(
        again.picks.map(({ list_index, rejected }) => [list_index, rejected]),
      );
      expect(prizesOf(committed, hasWon)).toEqual(
        again.prizes.map(({ prize, winner, reserves, passed_over }) => ({
          ...{ prize, reserves, passedOver: passed_over },
          winner: winner ?? undefined,
        })),
      );
    }),
    { numRuns: 150 },
  );
}, 60_000);
