import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, it } from "vitest";
import { ownChain, ownRound, quicknetBeacons, quicknetRound } from "../test/example-draw.ts";
import { beaconKeys, verifyBeacon, verifySignature } from "./beacon.ts";
import { QUICKNET, timeOf } from "./chain.ts";

describe.each(quicknetBeacons())("quicknet's round $round", ({ round, signature, randomness, time_unix }) => {
  it("is signed by the pinned key and due at its time", () => {
    expect(verifyBeacon(QUICKNET, { round, signature, randomness })).toBe(true);
    expect(timeOf(QUICKNET, round)).toBe(time_unix);
  });

  it("does not pass for the next round or the one before", () => {
    expect(verifySignature(QUICKNET, round + 1, signature)).toBe(false);
    expect(verifySignature(QUICKNET, round - 1, signature)).toBe(false);
  });

  it("is refused with altered randomness", () => {
    expect(
      verifyBeacon(QUICKNET, { round, signature, randomness: randomness.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) }),
    ).toBe(false);
  });
});

describe("a signature", () => {
  const { round, signature } = quicknetRound(1000);

  it.each([0, 1, 11, 48, 94, 95])("is refused with digit %d altered", (at) => {
    const other = signature[at] === "4" ? "5" : "4";
    expect(verifySignature(QUICKNET, round, signature.slice(0, at) + other + signature.slice(at + 1))).toBe(false);
  });

  it.each([
    ["empty", ""],
    ["cut", signature.slice(0, -2)],
    ["lengthened", `${signature}00`],
    ["in capitals, which hash alike but read differently", signature.toUpperCase()],
    ["not hex", "z".repeat(96)],
    ["the point at infinity", `c0${"00".repeat(47)}`],
    ["the same point negated", `9${signature.slice(1)}`],
  ])("is refused when it is %s", (_, altered) => {
    expect(verifySignature(QUICKNET, round, altered)).toBe(false);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 60])("belongs to no round %d", (bad) => {
    expect(verifySignature(QUICKNET, bad, signature)).toBe(false);
  });

  it("of another chain is refused", () => {
    expect(verifyBeacon(ownChain, ownRound(7))).toBe(true);
    expect(verifySignature(QUICKNET, 7, ownRound(7).signature)).toBe(false);
  });

  it("has one spelling: the same point with its coordinate moved up by the field's size is refused", () => {
    const p = bls12_381.fields.Fp.ORDER;
    const flags = 7n << 381n;
    const respelled = Array.from({ length: 40 }, (_, i) => ({ round: i + 1, bits: BigInt(`0x${ownRound(i + 1).signature}`) }))
      .filter(({ bits }) => (bits & ~flags) + p < 1n << 381n)
      .map((each) => ({ ...each, other: (each.bits + p).toString(16) }));
    expect(respelled.length).toBeGreaterThan(0);
    for (const { round, other } of respelled) expect(verifySignature(ownChain, round, other)).toBe(false);
  });
});

describe("keys", () => {
  it("are the same from the same secret, and others from another", () => {
    const one = beaconKeys(new Uint8Array(32).fill(255));
    expect(beaconKeys(new Uint8Array(32).fill(255)).publicKey).toBe(one.publicKey);
    expect(beaconKeys(new Uint8Array(32).fill(254)).publicKey).not.toBe(one.publicKey);
  });

  it("are not made from a secret that can be guessed", () => {
    expect(() => beaconKeys(new Uint8Array(15))).toThrow(RangeError);
  });
});
