/** Picks are fair: without modulo bias, without duplicates, and with equal chances. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawPicks, type KeyedHash, pickIndex } from "./pick.ts";

const seed = new Uint8Array(32).fill(42);
const bytesOf = (x: bigint) => Uint8Array.from(Buffer.from(x.toString(16).padStart(64, "0"), "hex"));

/** A keyed hash that returns these numbers in order, and records its messages. */
function scripted(...numbers: bigint[]): { keyedHash: KeyedHash; messages: string[] } {
  const messages: string[] = [];
  return {
    messages,
    keyedHash: (_, message) => {
      messages.push(Buffer.from(message).toString("latin1"));
      return bytesOf(numbers[messages.length - 1] ?? 0n);
    },
  };
}

describe("rejection", () => {
  const top = 2n ** 256n;

  it("takes the next number while one would favour small indexes", () => {
    const limit = top - (top % 10n);
    const { keyedHash, messages } = scripted(limit, top - 1n, 27n);
    expect(pickIndex(seed, 3, 10n, keyedHash)).toEqual({ index: 7n, rejected: 2 });
    expect(messages).toEqual([
      "pdraw/1 pick\0\0\0\x03\0\0\0\0",
      "pdraw/1 pick\0\0\0\x03\0\0\0\x01",
      "pdraw/1 pick\0\0\0\x03\0\0\0\x02",
    ]);
  });

  it("begins exactly at the limit: the number below it is accepted", () => {
    const limit = top - (top % 10n);
    expect(pickIndex(seed, 0, 10n, scripted(limit - 1n).keyedHash)).toEqual({ index: 9n, rejected: 0 });
  });

  it("never happens if the pool divides the range", () => {
    expect(pickIndex(seed, 0, 16n, scripted(top - 1n).keyedHash)).toEqual({ index: 15n, rejected: 0 });
    expect(pickIndex(seed, 0, top, scripted(top - 1n).keyedHash)).toEqual({ index: top - 1n, rejected: 0 });
  });

  it("happens half the time in a pool of slightly more than half the range", () => {
    const picks = Array.from({ length: 400 }, (_, k) => pickIndex(seed, k, top / 2n + 1n));
    const rejected = picks.filter((pick) => pick.rejected > 0).length;
    expect(rejected).toBeGreaterThan(140);
    expect(rejected).toBeLessThan(260);
  });

  it("is counted in a draw, and the next pick continues", () => {
    const { keyedHash } = scripted(top - 1n, 4n, 4n);
    expect(drawPicks(seed, 7, 2, keyedHash)).toEqual([
      { pick: 0, poolSize: 7, poolIndex: 4, rejected: 1, listIndex: 4 },
      { pick: 1, poolSize: 6, poolIndex: 4, rejected: 0, listIndex: 5 },
    ]);
  });

  it.each([0n, -1n, 2n ** 256n + 1n])("a pool of %d is refused", (size) => {
    expect(() => pickIndex(seed, 0, size)).toThrow(RangeError);
  });
});

describe("the pool", () => {
  it("is the list without the previous picks: equal to removing them one by one", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.integer({ min: 1, max: 60 }), fc.nat(), (anySeed, n, p) => {
        const pool = Array.from({ length: n }, (_, i) => i);
        for (const pick of drawPicks(anySeed, n, p % (n + 1))) {
          expect(pick.poolSize).toBe(pool.length);
          expect(pool.splice(pick.poolIndex, 1)).toEqual([pick.listIndex]);
        }
      }),
    );
  });

  it("runs out: more picks than entries are refused", () => {
    expect(() => drawPicks(seed, 3, 4)).toThrow(RangeError);
  });
});

/** Pearson's chi-squared statistic for equal chances. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function tally(cells: number, picks: Iterable<number>): number[] {
  const counts = Array.from({ length: cells }, () => 0);
  for (const cell of picks) counts[cell] = (counts[cell] ?? 0) + 1;
  return counts;
}

describe("chances", () => {
  // 99 degrees of freedom: one fair run in a thousand exceeds this.
  const LIMIT = 148.2;

  // LONG=1 takes ten times as many, in about 20 seconds.
  const count = process.env.LONG ? 1_000_000 : 100_000;

  it("are equal over 100 000 picks from 100 tickets, or a million", { timeout: 120_000 }, () => {
    const picks = Array.from({ length: count }, (_, k) => Number(pickIndex(seed, k, 100n).index));
    expect(chiSquare(tally(100, picks))).toBeLessThan(LIMIT);
  });

  it("would be unequal if numbers were cut to 0…255 and taken modulo 100: the test detects the bias", () => {
    const biased = Array.from({ length: 100_000 }, (_, k) => Number(pickIndex(seed, k, 256n).index) % 100);
    expect(chiSquare(tally(100, biased))).toBeGreaterThan(10 * LIMIT);
  });

  it("are equal for every ordered pair of winner and first reserve among 5", () => {
    const pairs = Array.from({ length: 10_000 }, (_, i) => {
      const [winner, reserve] = drawPicks(bytesOf(BigInt(i)), 5, 2).map((pick) => pick.listIndex);
      return (winner ?? 0) * 5 + (reserve ?? 0);
    });
    const counts = tally(25, pairs);
    const possible = counts.filter((_, pair) => Math.floor(pair / 5) !== pair % 5);
    expect(counts.filter((count) => count === 0)).toHaveLength(5);
    // 19 degrees of freedom, one in a thousand.
    expect(chiSquare(possible)).toBeLessThan(43.8);
  });
});
