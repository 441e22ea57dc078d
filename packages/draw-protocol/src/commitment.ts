/** The commitment (step 4): all inputs of a draw, published before the randomness exists. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ChainInfo, closingRound } from "./chain.ts";
import type { EntryList } from "./entry-list.ts";
import type { ListDigest } from "./list-digest.ts";

/** pdraw/2 added the prize document, pdraw/3 several prizes. Draws of older versions are still verified. */
export const ALGORITHMS = ["pdraw/1", "pdraw/2", "pdraw/3"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The most prizes of one draw. */
export const MAX_PRIZES = 10;

/** `prizes` is from 1 to `MAX_PRIZES`. `onePrizeAPerson`: a person's further picks are passed over. */
export type PrizeRules = { readonly prizes: number; readonly onePrizeAPerson: boolean };

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
  /** The number of picked tickets: winners and reserves. Published as `prizes` before pdraw/3. */
  readonly picks: number;
  /** Undefined before pdraw/3, where a draw has one prize. */
  readonly prizeRules: PrizeRules | undefined;
  readonly round: number;
};

/** The number of picks from a list of `n`: for each prize a winner and up to three reserves. */
export function picksFor(n: number, prizes = 1): number {
  return Math.min(4 * prizes, n);
}

type Frozen = {
  readonly drawId: string;
  readonly closedAt: number;
  readonly chain: ChainInfo;
  /** Of the prize document. Undefined in pdraw/1. */
  readonly prizeSha256: string | undefined;
  /** Makes it a draw of pdraw/3. */
  readonly prizeRules?: PrizeRules | undefined;
};

/**
 * Takes about 4 s for a million entries.
 * @throws a RangeError unless `closedAt` is an integer and the rules have 1 to `MAX_PRIZES` prizes
 */
export function commitTo(draw: Frozen & { readonly entries: EntryList }): Commitment {
  const { entries } = draw;
  return commitToDigest({ ...draw, list: { n: entries.length, sha256: entries.sha256, root: entries.root } });
}

/** The same for the digest of a streamed list. */
export function commitToDigest(draw: Frozen & { readonly list: Pick<ListDigest, "n" | "sha256" | "root"> }): Commitment {
  const { drawId, closedAt, list, chain, prizeSha256, prizeRules } = draw;
  if (!Number.isSafeInteger(closedAt)) throw new RangeError("closedAt is a whole unix second");
  const prizes = prizeRules?.prizes ?? 1;
  if (!Number.isSafeInteger(prizes) || prizes < 1 || prizes > MAX_PRIZES)
    throw new RangeError(`a draw has 1 to ${MAX_PRIZES} prizes`);
  return {
    algorithm: algorithmOf(draw),
    chainHash: chain.hash,
    closedAt,
    drawId,
    entriesSha256: list.sha256,
    merkleRoot: list.root,
    n: list.n,
    prizeSha256,
    picks: picksFor(list.n, prizes),
    prizeRules,
    round: closingRound(chain, closedAt),
  };
}

/** Each version commits to something that the versions before it do not have. */
export function algorithmOf({ prizeSha256, prizeRules }: Pick<Frozen, "prizeSha256" | "prizeRules">): Algorithm {
  if (prizeRules) return "pdraw/3";
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
    // JSON omits undefined fields.
    one_prize_a_person: c.prizeRules?.onePrizeAPerson,
    picks: c.prizeRules && c.picks,
    prize_sha256: c.prizeSha256,
    prizes: c.prizeRules?.prizes ?? c.picks,
    round: c.round,
  };
}

/** SHA-256 of `commitmentJson`, hex. */
export function commitmentHash(c: Commitment): string {
  return bytesToHex(sha256(utf8ToBytes(commitmentJson(c))));
}
