/** The commitment (step 4): everything that decides a draw except the luck, published before the luck exists. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ChainInfo, closingRound } from "./chain.ts";
import type { EntryList } from "./entry-list.ts";
import type { ListDigest } from "./list-digest.ts";

/** pdraw/2 commits to the prize as well; draws of before it go on being verified by the rules under which they were made. */
export const ALGORITHMS = ["pdraw/1", "pdraw/2"] as const;

/** What is committed to. Hashes in hex; `closedAt` is the unix second of the freeze. */
export type Commitment = {
  readonly algorithm: string;
  readonly chainHash: string;
  readonly closedAt: number;
  readonly drawId: string;
  readonly entriesSha256: string;
  readonly merkleRoot: string;
  /** Entries in the list. */
  readonly n: number;
  /** Of the prize document, `prize.json`; undefined in pdraw/1, which has none. */
  readonly prizeSha256: string | undefined;
  /** Tickets picked: the winner and the reserves. */
  readonly prizes: number;
  readonly round: number;
};

/** Tickets picked from a list of `n`: one winner and up to three reserves. */
export function prizesFor(n: number): number {
  return Math.min(4, n);
}

type Frozen = {
  readonly drawId: string;
  readonly closedAt: number;
  readonly chain: ChainInfo;
  /** Of the prize document. Without it the draw is one of pdraw/1, as they were made before. */
  readonly prizeSha256: string | undefined;
};

/** Commits a frozen list. About 4 s for a million entries. Throws a RangeError for a `closedAt` that is no whole second. */
export function commitTo(draw: Frozen & { readonly entries: EntryList }): Commitment {
  const { entries } = draw;
  return commitToDigest({ ...draw, list: { n: entries.length, sha256: entries.sha256, root: entries.root } });
}

/** The same for a list whose fingerprints were taken while it streamed by. */
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

/** A commitment with a prize is one of pdraw/2, one without of pdraw/1. */
export function algorithmOf(prizeSha256: string | undefined): (typeof ALGORITHMS)[number] {
  return prizeSha256 === undefined ? "pdraw/1" : "pdraw/2";
}

/** The one spelling that is hashed: compact JSON, keys sorted. Throws a RangeError for an id that has several spellings. */
export function commitmentJson(c: Commitment): string {
  // Outside printable ASCII, JSON writers differ in what they escape.
  if (!/^[ -~]{1,200}$/.test(c.drawId)) throw new RangeError("a draw's id is printable ASCII");
  return JSON.stringify(committedFields(c));
}

/** By the names that are published, in the order in which they are hashed. */
export function committedFields(c: Commitment) {
  return {
    algorithm: c.algorithm,
    chain_hash: c.chainHash,
    closed_at: c.closedAt,
    draw_id: c.drawId,
    entries_sha256: c.entriesSha256,
    merkle_root: c.merkleRoot,
    n: c.n,
    // Left out by JSON where it is undefined.
    prize_sha256: c.prizeSha256,
    prizes: c.prizes,
    round: c.round,
  };
}

/** The commitment itself: SHA-256 of `commitmentJson`, hex. */
export function commitmentHash(c: Commitment): string {
  return bytesToHex(sha256(utf8ToBytes(commitmentJson(c))));
}
