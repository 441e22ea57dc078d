/** The commitment (step 4): all inputs of a draw, published before the randomness exists. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ChainInfo, closingRound } from "./chain.ts";
import type { EntryList } from "./entry-list.ts";
import type { ListDigest } from "./list-digest.ts";

/** pdraw/2 commits to the prize as well. Older draws are still verified as pdraw/1. */
export const ALGORITHMS = ["pdraw/1", "pdraw/2"] as const;

/** The committed fields. Hashes in hex; `closedAt` is the Unix second of the freeze. */
export type Commitment = {
  readonly algorithm: string;
  readonly chainHash: string;
  readonly closedAt: number;
  readonly drawId: string;
  readonly entriesSha256: string;
  readonly merkleRoot: string;
  /** Entries in the list. */
  readonly n: number;
  /** Of the prize document, `prize.json`; undefined in pdraw/1. */
  readonly prizeSha256: string | undefined;
  /** The number of picked tickets: the winner and the reserves. */
  readonly prizes: number;
  readonly round: number;
};

/** The number of picks from a list of `n`: one winner and up to three reserves. */
export function prizesFor(n: number): number {
  return Math.min(4, n);
}

type Frozen = {
  readonly drawId: string;
  readonly closedAt: number;
  readonly chain: ChainInfo;
  /** Of the prize document. Undefined in pdraw/1. */
  readonly prizeSha256: string | undefined;
};

/** Takes about 4 s for a million entries. @throws a RangeError unless `closedAt` is an integer */
export function commitTo(draw: Frozen & { readonly entries: EntryList }): Commitment {
  const { entries } = draw;
  return commitToDigest({ ...draw, list: { n: entries.length, sha256: entries.sha256, root: entries.root } });
}

/** The same for the digest of a streamed list. */
export function commitToDigest(draw: Frozen & { readonly list: Pick<ListDigest, "n" | "sha256" | "root"> }): Commitment {
  const { drawId, closedAt, list, chain, prizeSha256 } = draw;
  if (!Number.isSafeInteger(closedAt)) throw new RangeError("closedAt is a whole unix second");
  return {
    algorithm: algorithmOf(prizeSha256),
    chainHash: chain.hash,
    closedAt,
    drawId,
    entriesSha256: list.sha256,
    merkleRoot: list.root,
    n: list.n,
    prizeSha256,
    prizes: prizesFor(list.n),
    round: closingRound(chain, closedAt),
  };
}

export function algorithmOf(prizeSha256: string | undefined): (typeof ALGORITHMS)[number] {
  return prizeSha256 === undefined ? "pdraw/1" : "pdraw/2";
}

/** The hashed form: compact JSON, sorted keys. @throws a RangeError for an id with several spellings */
export function commitmentJson(c: Commitment): string {
  // JSON writers escape characters outside printable ASCII differently.
  if (!/^[ -~]{1,200}$/.test(c.drawId)) throw new RangeError("a draw's id is printable ASCII");
  return JSON.stringify(committedFields(c));
}

/** The fields with their published names, in the order of the hash. */
export function committedFields(c: Commitment) {
  return {
    algorithm: c.algorithm,
    chain_hash: c.chainHash,
    closed_at: c.closedAt,
    draw_id: c.drawId,
    entries_sha256: c.entriesSha256,
    merkle_root: c.merkleRoot,
    n: c.n,
    // JSON omits it if it is undefined.
    prize_sha256: c.prizeSha256,
    prizes: c.prizes,
    round: c.round,
  };
}

/** SHA-256 of `commitmentJson`, hex. */
export function commitmentHash(c: Commitment): string {
  return bytesToHex(sha256(utf8ToBytes(commitmentJson(c))));
}
