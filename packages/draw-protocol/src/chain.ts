/** A drand chain: its parameters, and the times of its rounds. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** A public randomness beacon. In this package, hashes, keys and signatures are lowercase hex. */
export type ChainInfo = {
  /** Signatures are 48-byte points of G1 over SHA-256 of the round number; keys are 96-byte points of G2. */
  readonly scheme: "bls-unchained-g1-rfc9380";
  readonly beaconId: string;
  /** SHA-256 over the parameters except the delay, see `chainHash`. */
  readonly hash: string;
  readonly groupHash: string;
  readonly publicKey: string;
  /** Unix second of round 1. */
  readonly genesisTime: number;
  readonly periodSeconds: number;
  /** Seconds between freeze and deciding round, while the commitment is public without its randomness. */
  readonly delaySeconds: number;
};

/** drand's quicknet. Source: drand-client, `lib/defaults.ts`; the delay is step 4 of the protocol. */
export const QUICKNET: ChainInfo = {
  scheme: "bls-unchained-g1-rfc9380",
  beaconId: "quicknet",
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  groupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisTime: 1_692_803_367,
  periodSeconds: 3,
  delaySeconds: 600,
};

/** Source: drand's `Info.Hash()`, SHA-256(period u32be ‖ genesis i64be ‖ key ‖ group hash ‖ beacon id). */
export function chainHash(chain: Omit<ChainInfo, "hash">): string {
  const times = new DataView(new ArrayBuffer(12));
  times.setUint32(0, chain.periodSeconds);
  times.setBigInt64(4, BigInt(chain.genesisTime));
  const key = hexToBytes(chain.publicKey);
  const group = hexToBytes(chain.groupHash);
  return bytesToHex(sha256(concatBytes(new Uint8Array(times.buffer), key, group, utf8ToBytes(chain.beaconId))));
}

/** The first round at or after a Unix second; 1 for any time before the chain began. */
export function roundAt(chain: ChainInfo, unixSeconds: number): number {
  return Math.max(1, Math.ceil((unixSeconds - chain.genesisTime) / chain.periodSeconds) + 1);
}

/** The Unix second at which a round (from 1) is due. */
export function timeOf(chain: ChainInfo, round: number): number {
  return chain.genesisTime + (round - 1) * chain.periodSeconds;
}

/** The round that decides a draw frozen at this Unix second (step 4). */
export function closingRound(chain: ChainInfo, closedAt: number): number {
  return roundAt(chain, closedAt + chain.delaySeconds);
}
