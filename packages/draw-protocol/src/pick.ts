/** One fair pick (step 6): a 256-bit number, taken again while it falls into the part that would favour small indexes. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** A keyed hash of 32 bytes. Only tests give another than HMAC-SHA256: a real rejection is too rare to meet. */
export type KeyedHash = (key: Uint8Array, message: Uint8Array) => Uint8Array;

const RANGE = 1n << 256n;
const LABEL = utf8ToBytes("pdraw/1 pick");

/**
 * @param seed     32 bytes
 * @param k        which pick, from 0
 * @param poolSize tickets to pick from, 1 to 2²⁵⁶
 * @returns the index in the pool, and how many numbers were rejected before it
 */
export function pickIndex(
  seed: Uint8Array,
  k: number,
  poolSize: bigint,
  keyedHash: KeyedHash = hmacSha256,
): { readonly index: bigint; readonly rejected: number } {
  if (poolSize < 1n || poolSize > RANGE) throw new RangeError("a pool has 1 to 2^256 tickets");
  const limit = RANGE - (RANGE % poolSize);
  for (let counter = 0; ; counter++) {
    const x = BigInt(`0x${bytesToHex(keyedHash(seed, concatBytes(LABEL, u32be(k), u32be(counter))))}`);
    if (x < limit) return { index: x % poolSize, rejected: counter };
  }
}

const hmacSha256: KeyedHash = (key, message) => hmac(sha256, key, message);

function u32be(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return new Uint8Array(bytes.buffer);
}
