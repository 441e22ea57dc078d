/** A beacon's round, and the verification of its signature. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { ChainInfo } from "./chain.ts";

const bls = bls12_381.shortSignatures;
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** The output of a round. `randomness` is SHA-256 of the signature's 48 bytes. */
export type Beacon = { readonly round: number; readonly signature: string; readonly randomness: string };

/** @throws if the signature is not hex */
export function randomnessOf(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

/** True if the chain's key signed this round and the randomness is the signature's. Never throws; ~20 ms. */
export function verifyBeacon(chain: ChainInfo, beacon: Beacon): boolean {
  return verifySignature(chain, beacon.round, beacon.signature) && randomnessOf(beacon.signature) === beacon.randomness;
}

/** A cache of valid signatures, because a page that shows a draw verifies them repeatedly. */
const validSignatures = new Set<string>();
const MAX_CACHED_SIGNATURES = 256;

/** True if `signature` is the chain's signature of `round` in its canonical encoding. Never throws. */
export function verifySignature(chain: ChainInfo, round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !/^[0-9a-f]{96}$/.test(signature)) return false;
  const name = `${chain.publicKey} ${round} ${signature}`;
  if (validSignatures.has(name)) return true;
  const holds = holdsOnCurve(chain.publicKey, round, signature);
  if (holds && validSignatures.size >= MAX_CACHED_SIGNATURES) validSignatures.clear();
  if (holds) validSignatures.add(name);
  return holds;
}

function holdsOnCurve(publicKey: string, round: number, signature: string): boolean {
  try {
    const point = bls.Signature.fromBytes(hexToBytes(signature));
    // Reducing decoders accept several encodings of a point, and so several "randomnesses" of a round.
    if (bytesToHex(bls.Signature.toBytes(point)) !== signature) return false;
    return bls.verify(point, roundMessage(round), hexToBytes(publicKey));
  } catch {
    return false;
  }
}

/** Signs a round, for the demonstration's beacon and for tests. Hex of 48 bytes. */
export function signRound(secretKey: Uint8Array, round: number): string {
  return bytesToHex(bls.Signature.toBytes(bls.sign(roundMessage(round), secretKey)));
}

/** A key pair derived from a secret of at least 16 bytes. `publicKey` is hex of 96 bytes. */
export function beaconKeys(seed: Uint8Array): { secretKey: Uint8Array; publicKey: string } {
  if (seed.length < 16) throw new RangeError("a beacon's secret has at least 16 bytes");
  const { secretKey, publicKey } = bls.keygen(stretch(seed));
  return { secretKey, publicKey: publicKey.toHex(true) };
}

/** The signed point of G1: SHA-256 of the round number as u64be, hashed onto the curve (RFC 9380). */
function roundMessage(round: number) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  return bls.hash(sha256(new Uint8Array(number.buffer)), DOMAIN);
}

/** Key generation requires exactly 48 bytes. */
function stretch(seed: Uint8Array): Uint8Array {
  const first = sha256(seed);
  const out = new Uint8Array(48);
  out.set(first);
  out.set(sha256(first).subarray(0, 16), 32);
  return out;
}
