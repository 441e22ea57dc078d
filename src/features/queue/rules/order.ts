/**
 * People present at the opening are ordered by the swap-or-not shuffle (Hoang, Morris, Rogaway 2012; as
 * Ethereum's `compute_shuffled_index`, SHA-256, 90 rounds), later ones by arrival.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";

const ROUNDS = 90;
/** A hash of 256 bits decides the swaps of this many neighbouring indexes. */
const BITS = 256;

/** `drawn`: how many people were present at the opening; `seed`: 32 bytes in hex, secret until then. */
export type Drawing = { readonly drawn: number; readonly seed: string };

/** The first eight bytes, little-endian. */
function pivotOf(hash: Uint8Array, count: number): number {
  return Number(new DataView(hash.buffer, hash.byteOffset).getBigUint64(0, true) % BigInt(count));
}

function shuffled(index: number, count: number, seed: Uint8Array): number {
  const source = new Uint8Array(seed.length + 5);
  source.set(seed);
  const view = new DataView(source.buffer);
  let at = index;
  for (let round = 0; round < ROUNDS; round += 1) {
    source[seed.length] = round;
    const pivot = pivotOf(sha256(source.subarray(0, seed.length + 1)), count);
    const mirrored = (pivot + count - at) % count;
    const higher = Math.max(at, mirrored);
    view.setUint32(seed.length + 1, Math.floor(higher / BITS), true);
    const bits = sha256(source)[(higher % BITS) >> 3] ?? 0;
    if ((bits >> (higher % 8)) & 1) at = mirrored;
  }
  return at;
}

/** The position, from 1, of an arrival's `number`: shuffled up to `drawn`, above it the number itself. */
export function positionOf(number: number, { drawn, seed }: Drawing): number {
  return number > drawn ? number : shuffled(number - 1, drawn, hexToBytes(seed)) + 1;
}
