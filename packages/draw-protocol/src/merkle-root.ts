/** The root of an RFC 6962 tree in one pass and no more memory than one hash for each level. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { leafHash, nodeHash } from "./merkle-hash.ts";

/**
 * @param lines the leaves in order, each without its line end; at least one
 * @returns hex of 32 bytes. Throws a RangeError when there is no leaf: an empty list has no draw.
 */
export function merkleRoot(lines: Iterable<Uint8Array>): string {
  const tree = new GrowingRoot();
  for (const line of lines) tree.add(leafHash(line));
  return bytesToHex(tree.root());
}

/** The same, for hashes that come one after the other: of leaves, or of complete subtrees of one size. */
export class GrowingRoot {
  // Complete subtrees, largest first: their sizes are the binary digits of the number of hashes so far.
  readonly #subtrees: Uint8Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(leaf: Uint8Array): void {
    let hash = leaf;
    for (let digits = this.#count; digits % 2 === 1; digits = (digits - 1) / 2) hash = nodeHash(last(this.#subtrees.pop()), hash);
    this.#subtrees.push(hash);
    this.#count++;
  }

  /** Throws a RangeError before the first hash. More may be added afterwards. */
  root(): Uint8Array {
    let root = last(this.#subtrees.at(-1));
    for (let i = this.#subtrees.length - 2; i >= 0; i--) root = nodeHash(last(this.#subtrees[i]), root);
    return root;
  }
}

function last(hash: Uint8Array | undefined): Uint8Array {
  if (!hash) throw new RangeError("a tree has at least one leaf");
  return hash;
}
