/** A fair pick (step 6): rejection sampling from 256-bit numbers. */
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** A keyed hash of 32 bytes. Tests inject others than HMAC-SHA256, because a rejection is too rare. */
export type KeyedHash = (key: Uint8Array, message: Uint8Array) => Uint8Array;

const RANGE = 1n << 256n;
const LABEL = utf8ToBytes("pdraw/1 pick");

/** Pick number `k` (from 0) in a pool of 1 to 2²⁵⁶ tickets, with the number of rejections before it. */
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

/** Picks count from 0 in the order of the draw. `listIndex` is the index in the entry list, from 0. */
export type Pick = {
  readonly pick: number;
  readonly poolSize: number;
  readonly poolIndex: number;
  readonly rejected: number;
  readonly listIndex: number;
};

/** Picks `picks` of `n` entries. @throws a RangeError if there are fewer entries than picks */
export function drawPicks(seed: Uint8Array, n: number, picks: number, keyedHash?: KeyedHash): Pick[] {
  if (!Number.isSafeInteger(n) || picks > n) throw new RangeError("more picks than entries");
  const picked: number[] = [];
  return Array.from({ length: picks }, (_, pick) => {
    const poolSize = n - pick;
    const { index, rejected } = pickIndex(seed, pick, BigInt(poolSize), keyedHash);
    const listIndex = skip(picked, Number(index));
    picked.push(listIndex);
    picked.sort((a, b) => a - b);
    return { pick, poolSize, poolIndex: Number(index), rejected, listIndex };
  });
}

/** Maps an index of the pool to the list, given the indexes that left it (ascending). */
function skip(picked: readonly number[], index: number): number {
  return picked.reduce((place, left) => (left <= place ? place + 1 : place), index);
}

/** HKDF-SHA256 of a round's randomness, salted with the commitment (hex); returns 32 raw bytes. */
export function drawSeed(commitment: string, randomness: string): Uint8Array {
  return hkdf(sha256, hexToBytes(randomness), hexToBytes(commitment), utf8ToBytes("pdraw/1 seed"), 32);
}
