/** The proof of a draw: together with the entry list, all data needed to repeat it. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { assignPrizes, type PrizeResult } from "./assign-prizes.ts";
import { type Beacon, verifyBeacon } from "./beacon.ts";
import type { ChainInfo } from "./chain.ts";
import { type Commitment, commitmentHash } from "./commitment.ts";
import type { EntryList } from "./entry-list.ts";
import { merkleTree } from "./merkle-tree.ts";
import type { MerklePath } from "./merkle.ts";
import { type Pick as DrawPick, drawPicks, drawSeed } from "./pick.ts";
import { prizeHash } from "./prize.ts";

/** A pick with its line of the list and its inclusion path. */
export type PickedTicket = DrawPick & { readonly ticket: number; readonly leaf: string; readonly path: MerklePath };

/** Hashes, the seed and the signature in lowercase hex. `proofJson` writes the file. */
export type DrawProof = {
  readonly committed: Commitment;
  /** SHA-256 of the commitment's JSON, published before the round. */
  readonly commitment: string;
  /** The text of the prize document; undefined in pdraw/1. */
  readonly prize: string | undefined;
  readonly chain: ChainInfo;
  readonly beacon: Beacon;
  readonly seed: string;
  /** In the order of the draw: winners and reserves. */
  readonly picks: readonly PickedTicket[];
  /** In the order of the prize document. Before pdraw/3, pick 0 wins the one prize. */
  readonly prizes: readonly PrizeResult[];
  /** Outside authorities' time-stamps of the commitment (RFC 3161); `token` is base64. None in pdraw/1. */
  readonly timestamps: readonly { readonly url: string; readonly token: string }[];
};

/** Draws from the frozen list. @throws an Error if the arguments do not match each other */
export function proveDraw(draw: {
  committed: Commitment;
  entries: EntryList;
  prize: string | undefined;
  chain: ChainInfo;
  beacon: Beacon;
  timestamps?: DrawProof["timestamps"];
  /** Needed for one prize a person; see `assignPrizes`. */
  hasWon?: (pick: number, won: readonly number[]) => boolean;
}): DrawProof {
  const { committed, entries, prize, chain, beacon, timestamps = [], hasWon } = draw;
  const { commitment, seed, picks: indexes } = decide(draw);
  const tree = merkleTree(entries.lines(), entries.length);
  if (tree.root !== committed.merkleRoot || entries.sha256 !== committed.entriesSha256) {
    throw new Error("these entries are not the committed ones");
  }
  if ((prize === undefined ? undefined : prizeHash(prize)) !== committed.prizeSha256)
    throw new Error("this prize is not the committed one");
  const picks = indexes.map((pick) => ({ ...pick, ...entryAt(entries, pick.listIndex), path: tree.path(pick.listIndex) }));
  return { committed, commitment, prize, chain, beacon, seed, picks, prizes: prizesOf(committed, hasWon), timestamps };
}

/** Who wins which prize by the committed rules; `hasWon` as for `assignPrizes`. */
export function prizesOf(
  { picks, prizeRules }: Pick<Commitment, "picks" | "prizeRules">,
  hasWon?: (pick: number, won: readonly number[]) => boolean,
): PrizeResult[] {
  const { prizes, onePrizeAPerson } = prizeRules ?? { prizes: 1, onePrizeAPerson: false };
  return assignPrizes({ picks, prizes, ...(onePrizeAPerson && hasWon && { hasWon }) });
}

/** The picks, without the list. `seed` is hex. @throws unless the beacon is of the committed round */
export function decide(draw: { committed: Commitment; chain: ChainInfo; beacon: Beacon }): {
  readonly commitment: string;
  readonly seed: string;
  readonly picks: readonly DrawPick[];
} {
  const { committed, chain, beacon } = draw;
  if (chain.hash !== committed.chainHash) throw new Error("this chain is not the committed one");
  if (beacon.round !== committed.round) throw new Error(`round ${beacon.round} is not the committed round ${committed.round}`);
  if (!verifyBeacon(chain, beacon)) throw new Error(`round ${beacon.round}: the chain did not sign this`);
  const commitment = commitmentHash(committed);
  const seed = drawSeed(commitment, beacon.randomness);
  return { commitment, seed: bytesToHex(seed), picks: drawPicks(seed, committed.n, committed.picks) };
}

/** The ticket and the line of an entry. */
export function entryAt(entries: EntryList, index: number): { ticket: number; leaf: string } {
  return { ticket: entries.entry(index).number, leaf: new TextDecoder().decode(entries.line(index)) };
}
