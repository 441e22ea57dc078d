/** A list read in pieces equals the list read at once, wherever it is cut. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleEntries, quicknetDraw } from "../test/example-draw.fixture.ts";
import { readEntries, writeEntries } from "./entry-list.ts";
import { EntryReader } from "./entry-reader.ts";
import { merkleTree } from "./merkle-tree.ts";
import { verifyPath } from "./merkle.ts";
import { verifyDraw } from "./verify-draw.ts";

/** Reads a file in pieces of these sizes, repeated. */
function readInPieces(csv: Uint8Array, sizes: readonly number[], expectedBytes?: number): EntryReader {
  const reader = new EntryReader(expectedBytes);
  for (let at = 0, i = 0; at < csv.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    reader.push(csv.subarray(at, at + size));
    at += size;
  }
  return reader;
}

const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
const { csv } = writeEntries(exampleEntries("pieces", 40, 3));

describe("a list that arrives in pieces", () => {
  it("is the same list with the same hash and root, however it was cut", () => {
    const whole = readEntries(csv);
    if (!whole.ok) throw new Error("the example can be read");
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 3000 }), (cut, expected) => {
        const reader = readInPieces(csv, cut, expected);
        const read = reader.finish();
        if (!read.ok) throw new Error(read.error);
        expect(reader.lines).toBe(40);
        expect([read.value.sha256, read.value.root]).toEqual([whole.value.sha256, whole.value.root]);
        expect(read.value.csv).toEqual(csv);
        expect(read.value.indexOfNumber(1 + 3 * 17)).toBe(17);
      }),
    );
  });

  it("is refused for the same reason at the same line as the whole file", () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: csv.length - 1 }), fc.nat({ max: 255 }), fc.boolean(), (cut, at, byte, isShorter) => {
        const altered = isShorter ? csv.slice(0, at) : csv.slice();
        if (!isShorter) altered[at] = byte;
        const whole = readEntries(altered);
        const read = readInPieces(altered, cut).finish();
        if (whole.ok) expect(read.ok && read.value.sha256).toBe(whole.value.sha256);
        else expect(read).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  // Near the block sizes, and with an odd number of blocks.
  it.each([1, 2, 1023, 1024, 1025, 2048, 2049, 5000])("of %d lines has the paths of the whole tree", (count) => {
    const list = writeEntries(exampleEntries("paths", count));
    const tree = merkleTree(list.lines(), count);
    const reader = readInPieces(list.csv, [4096]);
    const read = reader.finish();
    if (!read.ok) throw new Error(read.error);
    expect(read.value.root).toBe(tree.root);
    for (const index of new Set([0, 1, count >> 1, count - 2, count - 1])) {
      if (index < 0 || index >= count) continue;
      const path = reader.path(read.value, index);
      expect(path).toEqual(tree.path(index));
      expect(verifyPath({ line: read.value.line(index), index, n: count, path }, tree.root)).toBe(true);
    }
    expect(() => reader.path(read.value, count)).toThrow(RangeError);
  });

  it("verifies a draw", () => {
    const { entries, proof } = quicknetDraw(50);
    const list = readInPieces(entries.csv, [100]).finish();
    expect(verifyDraw({ proof, csv: list }).agrees).toBe(true);
    expect(verifyDraw({ proof, csv: readInPieces(csv, [100]).finish() })).toMatchObject({ differsAt: "entries" });
  });
});
