/** The chain's hash, and the times of its rounds. */
import { describe, expect, it } from "vitest";
import { chainHash, closingRound, QUICKNET, roundAt, timeOf } from "./chain.ts";

describe("the pinned chain", () => {
  it("has the hash of its key, times and group", () => {
    expect(chainHash(QUICKNET)).toBe(QUICKNET.hash);
  });

  it.each([
    { beaconId: "other" },
    { genesisTime: QUICKNET.genesisTime + 1 },
    { periodSeconds: 4 },
    { publicKey: QUICKNET.publicKey.replace(/^83/, "84") },
    { groupHash: QUICKNET.groupHash.replace(/^f4/, "f5") },
  ])("would have another hash with %o", (change) => {
    expect(chainHash({ ...QUICKNET, ...change })).not.toBe(QUICKNET.hash);
  });
});

describe("rounds", () => {
  it.each([
    [0, 1, "any time before the chain began has round 1"],
    [1_692_803_366, 1, "one second before"],
    [1_692_803_367, 1, "the first round itself"],
    [1_692_803_368, 2, "a second later, the next"],
    [1_692_803_370, 2, "exactly at a round"],
    [1_692_803_370.5, 3, "half a second after it"],
    [1_795_244_400, 34_147_012, "years later"],
  ])("at or after %d is round %d: %s", (time, round) => {
    expect(roundAt(QUICKNET, time)).toBe(round);
  });

  it("are due at their time, and never before the given time", () => {
    for (let t = QUICKNET.genesisTime; t < QUICKNET.genesisTime + 20; t++) {
      const round = roundAt(QUICKNET, t);
      expect(timeOf(QUICKNET, round)).toBeGreaterThanOrEqual(t);
      expect(timeOf(QUICKNET, round) - t).toBeLessThan(QUICKNET.periodSeconds);
    }
  });

  it("that decide a draw are due ten minutes after its freeze on quicknet", () => {
    const closedAt = 1_692_805_764;
    expect(closingRound(QUICKNET, closedAt)).toBe(1000);
    expect(timeOf(QUICKNET, 1000)).toBe(closedAt + 600);
  });
});
