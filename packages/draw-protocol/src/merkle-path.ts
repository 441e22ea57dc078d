/** An inclusion path: shows that one line stands at one place of the list behind a root, without the list. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { leafHash, nodeHash } from "./merkle-hash.ts";

/** A sibling on the way up: on which side of us it stands, and its hash in hex. */
export type PathStep = readonly ["L" | "R", string];
export type MerklePath = readonly PathStep[];

/** One line's place in a list of `n` lines, and the path that shows it. */
export type Inclusion = { readonly line: Uint8Array; readonly index: number; readonly n: number; readonly path: MerklePath };

/** True when the path leads from this very line, at this very place of a list of `n`, to the root. Never throws. */
export function verifyPath({ line, index, n, path }: Inclusion, root: string): boolean {
  const sides = sidesOf(index, n);
  if (!sides || sides.length !== path.length) return false;
  let hash = leafHash(line);
  for (const [height, [side, sibling]] of path.entries()) {
    // The sides are what binds the place: a path with other turns is some other leaf's.
    if (side !== sides[height] || !/^[0-9a-f]{64}$/.test(sibling)) return false;
    hash = side === "L" ? nodeHash(hexToBytes(sibling), hash) : nodeHash(hash, hexToBytes(sibling));
  }
  return bytesToHex(hash) === root;
}

/** The sides on which siblings stand on the way from leaf `index` of `n` to the root. */
function sidesOf(index: number, n: number): ("L" | "R")[] | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(n) || index < 0 || index >= n) return undefined;
  const sides: ("L" | "R")[] = [];
  for (let i = index, size = n; size > 1; i = Math.floor(i / 2), size = Math.ceil(size / 2)) {
    if (i % 2 === 1) sides.push("L");
    else if (i + 1 < size) sides.push("R");
  }
  return sides;
}
