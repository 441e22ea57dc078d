/** The two hashes of an RFC 6962 tree; their prefixes keep a leaf from ever passing for a node. */
import { sha256 } from "@noble/hashes/sha2.js";

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
