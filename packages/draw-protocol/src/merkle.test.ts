/** RFC 6962 trees: roots and inclusion paths. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MerkleBlocks } from "./merkle-blocks.ts";
import { merkleTree } from "./merkle-tree.ts";
import { merkleRoot, verifyPath } from "./merkle.ts";

/** RFC 6962, section 2.1, implemented literally: slow, and independent of the tested code. */
function rootByDefinition(lines: readonly Uint8Array[]): Buffer {
  const hash = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  if (lines.length === 1) return hash(Uint8Array.of(0), ...lines);
  let k = 1;
  while (k * 2 < lines.length) k *= 2;
  return hash(Uint8Array.of(1), rootByDefinition(lines.slice(0, k)), rootByDefinition(lines.slice(k)));
}

const lines = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 70 });

describe("the root", () => {
  it("is the one that RFC 6962 defines, in one pass and in a whole tree", () => {
    fc.assert(
      fc.property(lines, (list) => {
        const root = rootByDefinition(list).toString("hex");
        expect(merkleRoot(list)).toBe(root);
        expect(merkleTree(list, list.length).root).toBe(root);
      }),
    );
  });

  it("changes with any one byte", () => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (list, at, byte, by) => {
        const altered = list.map((line) => line.slice());
        const line = altered[at % list.length] ?? new Uint8Array(1);
        line[byte % line.length] = (line[byte % line.length] ?? 0) ^ by;
        expect(merkleRoot(altered)).not.toBe(merkleRoot(list));
      }),
    );
  });

  it("changes if two lines swap, and if one is removed or repeated at the end", () => {
    const list = Array.from({ length: 9 }, (_, i) => Uint8Array.of(i));
    const roots = [list, list.toReversed(), list.slice(1), list.slice(0, -1), [...list, list[8] ?? Uint8Array.of()]].map(
      merkleRoot,
    );
    expect(new Set(roots).size).toBe(roots.length);
  });

  it("does not exist for an empty list, and a wrong count is refused", () => {
    expect(() => merkleRoot([])).toThrow(RangeError);
    expect(() => merkleTree([], 0)).toThrow(RangeError);
    expect(() => merkleTree([Uint8Array.of(1)], 2)).toThrow(RangeError);
    expect(() => merkleTree([Uint8Array.of(1), Uint8Array.of(2)], 1)).toThrow(RangeError);
  });
});

describe("an inclusion path", () => {
  it("leads from every leaf to the root, and to no other root", () => {
    fc.assert(
      fc.property(lines, (list) => {
        const tree = merkleTree(list, list.length);
        for (const [index, line] of list.entries()) {
          const inclusion = { line, index, n: list.length, path: tree.path(index) };
          expect(verifyPath(inclusion, tree.root)).toBe(true);
          expect(verifyPath(inclusion, "00".repeat(32))).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("proves one position only: no other index or size of list accepts it", () => {
    for (let n = 1; n <= 17; n++) {
      const list = Array.from({ length: n }, (_, i) => Uint8Array.of(i));
      const tree = merkleTree(list, n);
      for (const [index, line] of list.entries()) {
        const path = tree.path(index);
        const accepted = list.filter((_, other) => verifyPath({ line, index: other, n, path }, tree.root));
        expect(accepted).toEqual([line]);
        expect(verifyPath({ line, index: n, n, path }, tree.root)).toBe(false);
      }
    }
  });

  it("is refused for another line, and with a step altered, dropped or added; it never throws", () => {
    const list = Array.from({ length: 7 }, (_, i) => Uint8Array.of(i));
    const tree = merkleTree(list, 7);
    const path = tree.path(3);
    const good = { line: Uint8Array.of(3), index: 3, n: 7, path };
    const zero = "00".repeat(32);
    expect(verifyPath(good, tree.root)).toBe(true);
    for (const bad of [
      { ...good, line: Uint8Array.of(4) },
      { ...good, path: path.slice(1) },
      { ...good, path: [...path, ["R", zero] as const] },
      { ...good, path: path.with(1, ["L", zero]) },
      { ...good, path: path.with(0, ["R", path[0]?.[1] ?? ""]) },
      { ...good, path: path.with(0, ["L", "not hex"]) },
      { ...good, index: -1 },
      { ...good, index: Number.NaN },
      { ...good, n: 2 ** 60 },
    ])
      expect(verifyPath(bad, tree.root)).toBe(false);
    expect(verifyPath({ line: Uint8Array.of(3), index: 0, n: Number.NaN, path: [] }, merkleRoot([Uint8Array.of(3)]))).toBe(false);
    const blocks = new MerkleBlocks();
    for (const line of list) blocks.add(line);
    for (const index of [7, -1, 0.5]) {
      expect(() => tree.path(index)).toThrow(RangeError);
      expect(() => blocks.path(index, (at) => list[at] ?? Uint8Array.of())).toThrow(RangeError);
    }
  });

  it("cannot start at an inner node: its two children are no line", () => {
    const list = Array.from({ length: 4 }, (_, i) => Uint8Array.of(i));
    const tree = merkleTree(list, 4);
    const children = [0, 1].map((i) => createHash("sha256").update(Uint8Array.of(0, i)).digest());
    const shortPath = tree.path(0).slice(1);
    expect(verifyPath({ line: Buffer.concat(children), index: 0, n: 2, path: shortPath }, tree.root)).toBe(false);
  });
});
