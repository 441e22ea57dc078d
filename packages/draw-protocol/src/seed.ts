/** The seed (step 5): the beacon's luck, bound to one commitment. */
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** HKDF-SHA256 of a round's randomness, salted with the commitment; both hex of 32 bytes, the result 32 raw bytes. */
export function drawSeed(commitment: string, randomness: string): Uint8Array {
  return hkdf(sha256, hexToBytes(randomness), hexToBytes(commitment), utf8ToBytes("pdraw/1 seed"), 32);
}
