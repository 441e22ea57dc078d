/** An RFC 6962 tree in one flat buffer (about 64 bytes for each leaf), for the paths of many leaves. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { MerklePath, PathStep } from "./merkle.ts";
import { leafHash, nodeHash } from "./merkle.ts";

const HASH = 32;

export type MerkleTree = {
  /** Hex of 32 bytes; equals `merkleRoot` of the same lines. */
  readonly root: string;
  /** The siblings from a leaf (index from 0) up to the root. @throws a RangeError outside the tree */
  readonly path: (index: number) => MerklePath;
};

/** A tree over `count` lines, at least one, in order. @throws a RangeError if the lines are fewer or more */
export function merkleTree(lines: Iterable<Uint8Array>, count: number): MerkleTree {
  return hashTree(leafHashes(lines), count);
}

function* leafHashes(lines: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const line of lines) yield leafHash(line);
}

/** The same over hashes of leaves, or of complete subtrees of one size. */
export function hashTree(leafHashes: Iterable<Uint8Array>, count: number): MerkleTree {
  const levels = levelsOf(count);
  const top = levels.at(-1);
  if (!top) throw new RangeError("a tree has at least one leaf");
  const hashes = new Uint8Array((top.start + 1) * HASH);
  const at = (node: number) => hashes.subarray(node * HASH, (node + 1) * HASH);

  let leaves = 0;
  for (const hash of leafHashes) {
    if (leaves === count) throw new RangeError("more lines than the count");
    at(leaves++).set(hash);
  }
  if (leaves !== count) throw new RangeError("fewer lines than the count");
  joinLevels(levels, at);

  return { root: bytesToHex(at(top.start)), path: (index) => pathOf(levels, at, index) };
}

type Level = { readonly start: number; readonly size: number };

/** The offset of each level in the buffer, leaves first. */
function levelsOf(count: number): Level[] {
  const levels: Level[] = [];
  for (let start = 0, size = count; size > 0; start += size, size = size === 1 ? 0 : Math.ceil(size / 2)) {
    levels.push({ start, size });
  }
  return levels;
}

function joinLevels(levels: Level[], at: (node: number) => Uint8Array): void {
  for (const [depth, level] of levels.entries()) {
    const above = levels[depth + 1];
    if (!above) return;
    for (let i = 0; i < above.size; i++) {
      const left = level.start + 2 * i;
      // A last node without a sibling moves up unchanged: RFC 6962's split at the largest power of two.
      const isUnpaired = 2 * i + 1 === level.size;
      at(above.start + i).set(isUnpaired ? at(left) : nodeHash(at(left), at(left + 1)));
    }
  }
}

function pathOf(levels: Level[], at: (node: number) => Uint8Array, index: number): MerklePath {
  if (!Number.isInteger(index) || index < 0 || index >= (levels[0]?.size ?? 0)) throw new RangeError("no such leaf");
  const path: PathStep[] = [];
  let i = index;
  for (const { start, size } of levels.slice(0, -1)) {
    const sibling = i % 2 === 1 ? i - 1 : i + 1;
    if (sibling < size) path.push([i % 2 === 1 ? "L" : "R", bytesToHex(at(start + sibling))]);
    i = Math.floor(i / 2);
  }
  return path;
}
