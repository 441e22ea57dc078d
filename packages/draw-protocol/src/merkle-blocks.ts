/** A Merkle tree that stores a hash per 1024 lines (32 kB for a million); a path rehashes one block. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { hashTree, merkleTree } from "./merkle-tree.ts";
import type { MerklePath } from "./merkle.ts";
import { GrowingRoot, leafHash } from "./merkle.ts";

/** A power of two, so that a full block is a subtree of the whole. */
export const BLOCK_LINES = 1024;

export class MerkleBlocks {
  readonly #full: Uint8Array[] = [];
  #open = new GrowingRoot();

  add(line: Uint8Array): void {
    this.#open.add(leafHash(line));
    if (this.#open.count < BLOCK_LINES) return;
    this.#full.push(this.#open.root());
    this.#open = new GrowingRoot();
  }

  /** Hex of 32 bytes; equals `merkleRoot` of the same lines. @throws a RangeError before the first line */
  root(): string {
    const tree = new GrowingRoot();
    for (const block of this.blocks()) tree.add(block);
    return bytesToHex(tree.root());
  }

  /** The siblings from a leaf up to the root. `line` returns the added lines. @throws a RangeError outside */
  path(index: number, line: (index: number) => Uint8Array): MerklePath {
    const count = this.#full.length * BLOCK_LINES + this.#open.count;
    if (!Number.isInteger(index) || index < 0 || index >= count) throw new RangeError("no such leaf");
    const first = index - (index % BLOCK_LINES);
    const size = Math.min(BLOCK_LINES, count - first);
    const own = merkleTree(
      Array.from({ length: size }, (_, i) => line(first + i)),
      size,
    );
    const blocks = this.blocks();
    return [...own.path(index - first), ...hashTree(blocks, blocks.length).path(first / BLOCK_LINES)];
  }

  /** The roots of all blocks so far, 32 bytes each; the last block may be incomplete. */
  blocks(): readonly Uint8Array[] {
    return this.#open.count > 0 ? [...this.#full, this.#open.root()] : this.#full;
  }
}
