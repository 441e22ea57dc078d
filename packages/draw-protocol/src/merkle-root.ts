/** The root of an RFC 6962 tree in one pass and no more memory than one hash for each level. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { leafHash, nodeHash } from "./merkle-hash.ts";

/**
 * @param lines the leaves in order, each without its line end; at least one
 * @returns hex of 32 bytes. Throws a RangeError when there is no leaf: an empty list has no draw.
 */
export function merkleRoot(lines: Iterable<Uint8Array>): string {
  // Complete subtrees, largest first: their sizes are the binary digits of the number of leaves so far.
  const subtrees: Uint8Array[] = [];
  let count = 0;
  for (const line of lines) {
    let hash = leafHash(line);
    for (let digits = count; digits % 2 === 1; digits = (digits - 1) / 2) hash = nodeHash(pop(subtrees), hash);
    subtrees.push(hash);
    count++;
  }
  let root = pop(subtrees);
  while (subtrees.length > 0) root = nodeHash(pop(subtrees), root);
  return bytesToHex(root);
}

function pop(subtrees: Uint8Array[]): Uint8Array {
  const last = subtrees.pop();
  if (!last) throw new RangeError("a tree has at least one leaf");
  return last;
}
