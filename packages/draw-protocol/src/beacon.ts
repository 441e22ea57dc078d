/** One round of a beacon, and whether the chain's key really signed it. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { ChainInfo } from "./chain.ts";

const bls = bls12_381.shortSignatures;
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** What a round gave. `randomness` is SHA-256 of the signature's 48 bytes. */
export type Beacon = { readonly round: number; readonly signature: string; readonly randomness: string };

/** The randomness that a signature stands for. Throws when the signature is not hex. */
export function randomnessOf(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

/** True when the chain's key signed this round and the randomness is that signature's. Never throws; about 20 ms, at the first time. */
export function verifyBeacon(chain: ChainInfo, beacon: Beacon): boolean {
  return verifySignature(chain, beacon.round, beacon.signature) && randomnessOf(beacon.signature) === beacon.randomness;
}

/** Signatures that held, with their keys and rounds: they always will, and a page that shows a draw asks again and again. */
const held = new Set<string>();
const HELD_AT_MOST = 256;

/** True when `signature` is the chain's own signature of `round`, in the one encoding that counts. Never throws. */
export function verifySignature(chain: ChainInfo, round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !/^[0-9a-f]{96}$/.test(signature)) return false;
  const name = `${chain.publicKey} ${round} ${signature}`;
  if (held.has(name)) return true;
  const holds = holdsOnCurve(chain.publicKey, round, signature);
  if (holds && held.size >= HELD_AT_MOST) held.clear();
  if (holds) held.add(name);
  return holds;
}

function holdsOnCurve(publicKey: string, round: number, signature: string): boolean {
  try {
    const point = bls.Signature.fromBytes(hexToBytes(signature));
    // A decoder that reduces its input would take several spellings of one point, hence several "randomnesses" of one round.
    if (bytesToHex(bls.Signature.toBytes(point)) !== signature) return false;
    return bls.verify(point, roundMessage(round), hexToBytes(publicKey));
  } catch {
    return false;
  }
}

/** What a beacon does when a round is due: used by the demonstration's beacon and by tests. Hex of 48 bytes. */
export function signRound(secretKey: Uint8Array, round: number): string {
  return bytesToHex(bls.Signature.toBytes(bls.sign(roundMessage(round), secretKey)));
}

/** A key pair from any secret of 16 bytes or more; the same secret gives the same pair. `publicKey` is hex of 96 bytes. */
export function beaconKeys(seed: Uint8Array): { secretKey: Uint8Array; publicKey: string } {
  if (seed.length < 16) throw new RangeError("a beacon's secret has at least 16 bytes");
  const { secretKey, publicKey } = bls.keygen(stretch(seed));
  return { secretKey, publicKey: publicKey.toHex(true) };
}

/** The point of G1 that stands for a round: SHA-256 of its number as u64be, hashed onto the curve (RFC 9380). */
function roundMessage(round: number) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  return bls.hash(sha256(new Uint8Array(number.buffer)), DOMAIN);
}

/** Key generation wants exactly 48 bytes. */
function stretch(seed: Uint8Array): Uint8Array {
  const first = sha256(seed);
  const out = new Uint8Array(48);
  out.set(first);
  out.set(sha256(first).subarray(0, 16), 32);
  return out;
}
