/** Repeats a whole draw from its proof and its entry list, and reports the first step that differs. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { assignPrizes, type PrizeResult } from "./assign-prizes.ts";
import { randomnessOf, verifySignature } from "./beacon.ts";
import { type ChainInfo, chainHash, closingRound, QUICKNET } from "./chain.ts";
import { algorithmOf, type Commitment, commitmentHash, picksFor, type PrizeRules } from "./commitment.ts";
import { type EntriesProblem, type EntryList, readEntries } from "./entry-list.ts";
import { verifyPath } from "./merkle.ts";
import { drawPicks, drawSeed, type Pick } from "./pick.ts";
import { type PrizeDocument, parsePrize, prizeHash, prizeJson } from "./prize.ts";
import { type DrawProof, entryAt, type PickedTicket } from "./proof.ts";

/** The steps in order; each name is a locale key on the proof page. */
export const STEPS = ["chain", "entries", "root", "prize", "commitment", "round", "beacon", "seed", "winners"] as const;
/** `witness` is not computed here: see `timestamp/`. */
export type StepName = (typeof STEPS)[number] | "witness";

/** A number as claimed and as computed, printable. `name` is the field's name in `proof.json`. */
export type Fact = { readonly name: string; readonly claimed: string; readonly computed: string };

/** `not_checked` follows unreadable entries; `absent` is the prize of a draw of pdraw/1. */
export type StepResult = {
  readonly step: StepName;
  readonly verdict: "agrees" | "differs" | "not_checked" | "absent";
  readonly facts: readonly Fact[];
};

export type DrawResult = {
  readonly agrees: boolean;
  readonly differsAt?: StepName;
  readonly steps: readonly StepResult[];
};

type ReadList = { readonly ok: true; readonly value: EntryList } | EntriesProblem;

export type DrawClaim = {
  readonly proof: DrawProof;
  /** The bytes of `entries.csv`, or the result of `EntryReader`. */
  readonly csv: Uint8Array | ReadList;
  /** By default quicknet. A chain taken from the proof is only as trustworthy as the proof. */
  readonly trustedChain?: ChainInfo;
};

/** Checks all steps. Never throws for a false proof. Takes about 5 s for a million entries. */
export function verifyDraw(claim: DrawClaim): DrawResult {
  const steps = [...verifySteps(claim)];
  const differsAt = steps.find(({ verdict }) => verdict === "differs")?.step;
  return { agrees: differsAt === undefined, steps, ...(differsAt && { differsAt }) };
}

/** Yields step by step, from computed values: a false number differs only at its own step. */
export function* verifySteps({ proof, csv, trustedChain: chain = QUICKNET }: DrawClaim): Generator<StepResult> {
  const { committed, beacon } = proof;
  yield result("chain", chainFacts(proof, chain));

  const read = csv instanceof Uint8Array ? readEntries(csv) : csv;
  if (!read.ok) {
    yield result("entries", [fact("entries.csv", "a well-formed list", spellProblem(read))]);
    for (const step of STEPS.slice(2)) yield { step, verdict: "not_checked", facts: [] };
    return;
  }
  const entries = read.value;
  const n = entries.length;
  const entriesSha256 = entries.sha256;
  yield result("entries", [fact("n", committed.n, n), fact("entries_sha256", committed.entriesSha256, entriesSha256)]);

  // Computed from the document, not taken from the proof's claim.
  const prizeSha256 = proof.prize === undefined ? undefined : prizeHash(proof.prize);
  const document = proof.prize === undefined ? undefined : parsePrize(proof.prize);
  const prizeRules = sealedRules(committed.prizeRules, document?.ok ? document.value : undefined);
  const again: Commitment = {
    algorithm: algorithmOf({ prizeSha256, prizeRules }),
    chainHash: chain.hash,
    closedAt: committed.closedAt,
    drawId: committed.drawId,
    entriesSha256,
    merkleRoot: entries.root,
    n,
    prizeSha256,
    picks: picksFor(n, prizeRules?.prizes),
    prizeRules,
    round: closingRound(chain, committed.closedAt),
  };
  yield result("root", [fact("merkle_root", committed.merkleRoot, again.merkleRoot)]);

  yield prizeResult(proof);

  const commitment = commitmentHash(again);
  yield result("commitment", [
    fact("algorithm", committed.algorithm, again.algorithm),
    ...pickFacts(committed, again),
    fact("commitment", proof.commitment, commitment),
  ]);
  yield result("round", [fact("round", committed.round, again.round), fact("beacon.round", beacon.round, again.round)]);

  const signed = verifySignature(chain, again.round, beacon.signature);
  const randomness = randomnessOf(beacon.signature);
  yield result("beacon", [
    fact("signature", "signed by the chain", signed ? "signed by the chain" : "not signed by the chain"),
    fact("randomness", beacon.randomness, randomness),
  ]);

  const seed = drawSeed(commitment, randomness);
  yield result("seed", [fact("seed", proof.seed, bytesToHex(seed))]);
  const picked = pickedFacts(proof.picks, drawPicks(seed, n, again.picks), entries, {
    root: again.merkleRoot,
    name: prizeRules ? "picks" : "winners",
  });
  yield result("winners", prizeRules ? [...picked, ...prizeFacts(proof.prizes, again.picks, prizeRules)] : picked);
}

/** The committed rules with the number of prizes in the document. */
function sealedRules(claimed: PrizeRules | undefined, document: PrizeDocument | undefined): PrizeRules | undefined {
  return claimed && { ...claimed, prizes: document?.prizes.length ?? claimed.prizes };
}

/** Named as in `proof.json`. */
function pickFacts(claimed: Commitment, computed: Commitment): Fact[] {
  if (!computed.prizeRules) return [fact("prizes", claimed.picks, computed.picks)];
  return [
    fact("picks", claimed.picks, computed.picks),
    fact("prizes", claimed.prizeRules?.prizes ?? 1, computed.prizeRules.prizes),
  ];
}

function spellProblem({ error, line }: EntriesProblem): string {
  if (error === "empty") return "the list is empty";
  return error === "malformed_line" ? `line ${line} is malformed` : `line ${line} is out of order`;
}

function chainFacts({ chain: claimed, committed }: DrawProof, trusted: ChainInfo): Fact[] {
  return [
    fact("chain_hash", committed.chainHash, trusted.hash),
    fact("chain.hash", claimed.hash, chainHash(trusted)),
    fact("chain.public_key", claimed.publicKey, trusted.publicKey),
    fact("chain.beacon_id", claimed.beaconId, trusted.beaconId),
    fact("chain.group_hash", claimed.groupHash, trusted.groupHash),
    fact("chain.genesis_time", claimed.genesisTime, trusted.genesisTime),
    fact("chain.period_seconds", claimed.periodSeconds, trusted.periodSeconds),
    fact("chain.delay_seconds", claimed.delaySeconds, trusted.delaySeconds),
  ];
}

const ONE_SPELLING = "compact JSON with sorted keys";

function prizeResult({ prize, committed }: DrawProof): StepResult {
  if (prize === undefined) return { step: "prize", verdict: "absent", facts: [] };
  const read = parsePrize(prize);
  const hash = fact("prize_sha256", committed.prizeSha256 ?? "none", prizeHash(prize));
  if (!read.ok) return result("prize", [hash, fact("prize", read.problem, "a prize document")]);
  // A duplicate or unknown field could be read as another prize elsewhere.
  const spelled = prizeJson(read.value) === prize ? ONE_SPELLING : "another spelling";
  return result("prize", [
    hash,
    fact("prize.format", read.value.format, committed.prizeRules ? "pdraw-prize/2" : "pdraw-prize/1"),
    fact("prize.draw_id", read.value.drawId, committed.drawId),
    fact("prize's spelling", spelled, ONE_SPELLING),
  ]);
}

function pickedFacts(
  claimed: readonly PickedTicket[],
  picks: readonly Pick[],
  entries: EntryList,
  { root, name }: { root: string; name: string },
): Fact[] {
  const facts = [fact(name, claimed.length, picks.length)];
  for (const [k, pick] of picks.entries()) {
    const picked = claimed[k];
    if (!picked) continue;
    const line = utf8ToBytes(picked.leaf);
    const isIn = verifyPath({ line, index: picked.listIndex, n: entries.length, path: picked.path }, root);
    facts.push(fact(`${name}[${k}]`, spellPick(picked), spellPick({ ...pick, ...entryAt(entries, pick.listIndex) })));
    facts.push(fact(`${name}[${k}].path`, "leads to the root", isIn ? "leads to the root" : "does not lead to the root"));
  }
  return facts;
}

/** The list has no identities: which picks are passed over is the shop's claim, what follows is computed. */
function prizeFacts(claimed: readonly PrizeResult[], picks: number, { prizes, onePrizeAPerson }: PrizeRules): Fact[] {
  const passedOver = new Set(claimed.flatMap((each) => each.passedOver.map(({ pick }) => pick)));
  const computed = assignPrizes({ picks, prizes, hasWon: (pick) => onePrizeAPerson && passedOver.has(pick) });
  const each = computed.map((result, i) => {
    const claim = claimed[i];
    return fact(`prizes[${i}]`, claim ? spellPrize(claim) : "none", spellPrize(result));
  });
  return [fact("prizes", claimed.length, computed.length), ...each];
}

function spellPick(w: Omit<PickedTicket, "path">): string {
  const pick = `pick ${w.pick}: ${w.poolIndex} of ${w.poolSize}, ${w.rejected} rejected`;
  return `${pick}, place ${w.listIndex}, ticket ${w.ticket}, line ${w.leaf}`;
}

function spellPrize({ prize, winner, reserves, passedOver }: PrizeResult): string {
  const parts = [winner === undefined ? "no winner" : `won by pick ${winner}`, `reserves ${reserves.join(", ") || "none"}`];
  for (const { pick, reason } of passedOver) parts.push(`pick ${pick} passed over: ${reason}`);
  return `prize ${prize}: ${parts.join(", ")}`;
}

function fact(name: string, claimed: string | number, computed: string | number): Fact {
  return { name, claimed: String(claimed), computed: String(computed) };
}

function result(step: StepName, facts: readonly Fact[]): StepResult {
  return { step, verdict: facts.every(({ claimed, computed }) => claimed === computed) ? "agrees" : "differs", facts };
}
