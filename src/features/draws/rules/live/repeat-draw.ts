/**
 * Repeats a draw from its proof, without the entry list: the picked lines lead to the committed root.
 * The check of the proof page also covers the list, the prize and the witnesses.
 */
import {
  assignPrizes,
  chainHash,
  commitmentHash,
  type DrawProof,
  drawPicks,
  drawSeed,
  parseProof,
  QUICKNET,
  randomnessOf,
  verifyPath,
  verifySignature,
} from "@concours/draw-protocol";
import type { LiveDraw, LiveResult } from "./live-draw.ts";

/** The repeated steps, in order. */
export const REPEATED = ["commitment", "number", "seed", "tickets"] as const;
export type RepeatedName = (typeof REPEATED)[number];

/** `value`: the computed hash in hex, or for `tickets` the first prize's line of the list, from 1. */
export type RepeatedStep = { readonly step: RepeatedName; readonly value: string; readonly agrees: boolean };

/** What the live page shows, and the proof must agree with. */
type Published = Pick<LiveDraw, "isDemo"> & {
  readonly id: string;
  readonly sealed: NonNullable<LiveDraw["sealed"]>;
  readonly drawn: LiveResult;
};

/** The last step: the picked lines are in the list, and lead to the published tickets and reserves. */
function ticketsOf({ committed, picks: claimed, prizes }: DrawProof, seed: Uint8Array, drawn: LiveResult): RepeatedStep {
  const { n, merkleRoot, picks: count, prizeRules } = committed;
  const picks = drawPicks(seed, n, count);
  const areInList = picks.every(({ listIndex }, k) => {
    const pick = claimed[k];
    if (!pick || pick.listIndex !== listIndex || !pick.leaf.startsWith(`${pick.ticket},`)) return false;
    return verifyPath({ line: new TextEncoder().encode(pick.leaf), index: listIndex, n, path: pick.path }, merkleRoot);
  });
  const { prizes: places, onePrizeAPerson } = prizeRules ?? { prizes: 1, onePrizeAPerson: false };
  // The list has no identities: the shop says which picks have the same owner as an earlier one.
  const passedOver = new Set(prizes.flatMap((each) => each.passedOver.map(({ pick }) => pick)));
  const assigned = assignPrizes({ picks: count, prizes: places, hasWon: (pick) => onePrizeAPerson && passedOver.has(pick) });
  const ticketsFor = (indexes: readonly number[]) => indexes.map((index) => claimed[index]?.ticket);
  const areSame = assigned.every(({ prize, winner, reserves }) => {
    const published = drawn.prizes.find(({ place }) => place === prize);
    const [ticket] = winner === undefined ? [] : ticketsFor([winner]);
    return published?.ticket === ticket && published?.reserves.join() === ticketsFor(reserves).join();
  });
  const isComplete = claimed.length === count && assigned.length === drawn.prizes.length;
  const first = assigned[0]?.winner;
  const line = (first === undefined ? -1 : (picks[first]?.listIndex ?? -1)) + 1;
  return { step: "tickets", value: String(line), agrees: areInList && areSame && isComplete };
}

/** Yields each step once it is computed. @throws an Error for a file that is no proof */
export function* repeatDraw(proofText: string, { id, isDemo, sealed, drawn }: Published): Generator<RepeatedStep> {
  const parsed = parseProof(proofText);
  if (!parsed.ok) throw new Error(parsed.problem);
  const proof = parsed.value;
  const { committed, beacon } = proof;

  const commitment = commitmentHash(committed);
  const isSealed = committed.drawId === id && committed.n === sealed.n && committed.round === sealed.round;
  yield { step: "commitment", value: commitment, agrees: isSealed && commitment === sealed.commitment };

  // A demonstration signs with its own key, as its pages say.
  const chain = isDemo ? proof.chain : QUICKNET;
  const isSigned = chainHash(chain) === committed.chainHash && verifySignature(chain, committed.round, beacon.signature);
  const randomness = randomnessOf(beacon.signature);
  yield { step: "number", value: randomness, agrees: isSigned && randomness === drawn.randomness };

  const seed = drawSeed(commitment, randomness);
  const seedHex = Array.from(seed, (byte) => byte.toString(16).padStart(2, "0")).join("");
  yield { step: "seed", value: seedHex, agrees: seedHex === drawn.seed };

  yield ticketsOf(proof, seed, drawn);
}
