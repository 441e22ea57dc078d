/** Beacon signatures: those of the chain pass, and all others fail. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, it } from "vitest";
import { ownChain, ownRound, quicknetBeacons, quicknetRound } from "../test/example-draw.fixture.ts";
import { beaconKeys, verifyBeacon, verifySignature } from "./beacon.ts";
import { QUICKNET, timeOf } from "./chain.ts";

describe.each(quicknetBeacons())("quicknet's round $round", ({ round, signature, randomness, time_unix }) => {
  it("is signed by the pinned key and due at its time", () => {
    expect(verifyBeacon(QUICKNET, { round, signature, randomness })).toBe(true);
    expect(timeOf(QUICKNET, round)).toBe(time_unix);
  });

  it("is refused for the next round and the one before", () => {
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

  it("has one encoding: the same point with its coordinate increased by the field's size is refused", () => {
    const p = bls12_381.fields.Fp.ORDER;
    const flags = 7n << 381n;
    const respelled = Array.from({ length: 40 }, (_, i) => ({ round: i + 1, bits: BigInt(`0x${ownRound(i + 1).signature}`) }))
      .filter(({ bits }) => (bits & ~flags) + p < 1n << 381n)
      .map((each) => ({ ...each, other: (each.bits + p).toString(16) }));
    expect(respelled.length).toBeGreaterThan(0);
    for (const { round, other } of respelled) expect(verifySignature(ownChain, round, other)).toBe(false);
  });

  it("has one point: an offset of small order, which no pairing detects, is refused", () => {
    const { round, signature } = ownRound(7);
    const point = bls12_381.shortSignatures.Signature.fromHex(signature);
    expect(compressed(point)).toBe(signature);
    const moved = point.add(pointOutsideOfGroup());
    expect(moved.equals(point)).toBe(false);
    expect(verifySignature(ownChain, round, compressed(moved))).toBe(false);
  });
});

const { Fp, Fr } = bls12_381.fields;
type Point = InstanceType<typeof bls12_381.G1.Point>;

/** A point of the curve whose order divides the cofactor. */
function pointOutsideOfGroup(): Point {
  const affine = Array.from({ length: 20 }, (_, i) => BigInt(i + 1)).find((x) => isSquare(yy(x)));
  if (affine === undefined) throw new Error("no point with a small x");
  let step: Point = bls12_381.G1.Point.fromAffine({ x: affine, y: Fp.sqrt(yy(affine)) });
  let sum: Point = bls12_381.G1.Point.ZERO;
  for (let left = Fr.ORDER; left > 0n; left >>= 1n) {
    if (left & 1n) sum = sum.add(step);
    step = step.double();
  }
  expect(sum.is0()).toBe(false);
  return sum;
}
const yy = (x: bigint) => Fp.add(Fp.pow(x, 3n), 4n);
const isSquare = (value: bigint) => Fp.eql(Fp.pow(value, (Fp.ORDER - 1n) / 2n), Fp.ONE);

/** The compressed encoding, without the library's subgroup check. */
function compressed(point: Point): string {
  const { x, y } = point.toAffine();
  const isLarger = y > (Fp.ORDER - 1n) / 2n;
  return ((4n << 381n) | (isLarger ? 1n << 381n : 0n) | x).toString(16);
}

describe("keys", () => {
  it("are the same from the same secret, and others from another", () => {
    const one = beaconKeys(new Uint8Array(32).fill(255));
    expect(beaconKeys(new Uint8Array(32).fill(255)).publicKey).toBe(one.publicKey);
    expect(beaconKeys(new Uint8Array(32).fill(254)).publicKey).not.toBe(one.publicKey);
  });

  it("require a secret that cannot be guessed", () => {
    expect(() => beaconKeys(new Uint8Array(15))).toThrow(RangeError);
  });
});
