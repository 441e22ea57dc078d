/** The drawn order: complete, fair and reproducible. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { positionOf } from "./order.ts";

const seedOf = (text: string) => createHash("sha256").update(text).digest("hex");

it("gives each person at the opening a unique position, from first to last", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.string(), (drawn, text) => {
      const seed = seedOf(text);
      const positions = Array.from({ length: drawn }, (_, index) => positionOf(index + 1, { drawn, seed }));
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: drawn }, (_, index) => index + 1));
    }),
    { numRuns: 20 },
  );
});

it("keeps later arrivals in order, after the drawn ones", () => {
  const drawing = { drawn: 10, seed: seedOf("late") };
  expect([11, 12, 400].map((number) => positionOf(number, drawing))).toEqual([11, 12, 400]);
  expect(positionOf(1, { drawn: 0, seed: seedOf("nobody was there") })).toBe(1);
});

it("is the shuffle that Ethereum publishes, round by round", () => {
  const drawn = 300;
  const seed = seedOf("published");
  const hash = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const byTheBook = (start: number) => {
    let index = start;
    for (let round = 0; round < 90; round += 1) {
      const head = Buffer.concat([Buffer.from(seed, "hex"), Buffer.from([round])]);
      const pivot = Number(hash(head).readBigUInt64LE(0) % BigInt(drawn));
      const flip = (pivot + drawn - index) % drawn;
      const position = Math.max(index, flip);
      const place = Buffer.alloc(4);
      place.writeUInt32LE(position >> 8);
      const byte = hash(head, place)[(position % 256) >> 3] ?? 0;
      index = (byte >> (position % 8)) & 1 ? flip : index;
    }
    return index + 1;
  };
  // Every seventh: of both hashes of a round, as one decides for 256 places.
  for (let number = 1; number <= drawn; number += 7) expect(positionOf(number, { drawn, seed })).toBe(byTheBook(number - 1));
});

it("is independent of the arrival order: over many seeds the first arrival gets any position", () => {
  const drawn = 8;
  const counts = new Map<number, number>();
  for (let turn = 0; turn < 1600; turn += 1) {
    const position = positionOf(1, { drawn, seed: seedOf(`turn ${turn}`) });
    counts.set(position, (counts.get(position) ?? 0) + 1);
  }
  expect(counts.size).toBe(drawn);
  // 200 each within five standard deviations; the seeds are fixed.
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(67);
});
