/** RFC 6962 trees: the root in one pass with one hash of memory per level, and inclusion paths. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** The prefixes of RFC 6962 distinguish the hashes of leaves and nodes. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** SHA-256(00 ‖ line). */
export function leafHash(line: Uint8Array): Uint8Array {
  return sha256.create().update(LEAF).update(line).digest();
}

/** SHA-256(01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(NODE).update(left).update(right).digest();
}

/** The root as 64 hex digits of leaves in order, without line ends. Throws a RangeError without leaves. */
export function merkleRoot(lines: Iterable<Uint8Array>): string {
  const tree = new GrowingRoot();
  for (const line of lines) tree.add(leafHash(line));
  return bytesToHex(tree.root());
}

/** The root over hashes that arrive in order: of leaves, or of complete subtrees of one size. */
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

  /** @throws a RangeError before the first hash. More hashes may be added afterwards. */
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

/** The side of a sibling on the way up, and its hash in hex. */
export type PathStep = readonly ["L" | "R", string];
export type MerklePath = readonly PathStep[];

/** A line's position in a list of `n` lines, and the path that proves it. */
export type Inclusion = { readonly line: Uint8Array; readonly index: number; readonly n: number; readonly path: MerklePath };

/** True if the path leads from this line at this index of a list of `n` to the root. Never throws. */
export function verifyPath({ line, index, n, path }: Inclusion, root: string): boolean {
  const sides = sidesOf(index, n);
  if (!sides || sides.length !== path.length) return false;
  let hash = leafHash(line);
  for (const [height, [side, sibling]] of path.entries()) {
    // The sides bind the position: a path with other sides belongs to another leaf.
    if (side !== sides[height] || !/^[0-9a-f]{64}$/.test(sibling)) return false;
    hash = side === "L" ? nodeHash(hexToBytes(sibling), hash) : nodeHash(hash, hexToBytes(sibling));
  }
  return bytesToHex(hash) === root;
}

/** The sides of the siblings on the way from leaf `index` of `n` to the root. */
function sidesOf(index: number, n: number): ("L" | "R")[] | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(n) || index < 0 || index >= n) return undefined;
  const sides: ("L" | "R")[] = [];
  for (let i = index, size = n; size > 1; i = Math.floor(i / 2), size = Math.ceil(size / 2)) {
    if (i % 2 === 1) sides.push("L");
    else if (i + 1 < size) sides.push("R");
  }
  return sides;
}
