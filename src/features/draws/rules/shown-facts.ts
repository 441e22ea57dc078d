/** Compares the page of a draw with its files, which could be those of another draw. */
import {
  type DrawProof,
  type Fact,
  type PrizeDocument,
  parsePrize,
  prizeHash,
  prizeJson,
  type StepResult,
} from "@concours/draw-protocol";
import type { DrawRecord } from "./draw-record.ts";

export type Shown = {
  readonly isDemo: boolean;
  readonly commitment: string;
  readonly merkleRoot: string;
  readonly entriesSha256: string;
  readonly sealedAt: number;
  /** `prizeFacts` of the shown prize; undefined if none was sealed. */
  readonly prize: string | undefined;
  readonly randomness: string | undefined;
  readonly seed: string | undefined;
  readonly tickets: string | undefined;
};

/** A hash of the prize document without the files of pictures, which are compared separately. */
export function prizeFacts(document: PrizeDocument): string {
  const prizes = document.prizes.map((prize) => ({ ...prize, pictures: prize.pictures.map(({ url }) => ({ url, files: {} })) }));
  return prizeHash(prizeJson({ ...document, prizes }));
}

/** Undefined before the freeze. `prize`: `prizeFacts` of the prize as shown now. */
export function shownOf({ isDemo, sealed, drawn }: DrawRecord, prize: string): Shown | undefined {
  if (!sealed) return undefined;
  const { commitment, merkleRoot, entriesSha256 } = sealed;
  return {
    ...{ isDemo, commitment, merkleRoot, entriesSha256 },
    sealedAt: Math.floor(sealed.sealedAt / 1000),
    prize: sealed.prize && prize,
    randomness: drawn?.randomness,
    seed: drawn?.seed,
    tickets: drawn?.picks.join(", "),
  };
}

/** Adds the page's facts to a step. If the step agrees, the proof's numbers equal the computed ones. */
export function withShown(result: StepResult, proof: DrawProof, shown: Shown): StepResult {
  const facts = factsOf(result, proof, shown);
  if (facts.length === 0 || result.verdict === "not_checked") return result;
  const isSame = facts.every(({ claimed, computed }) => claimed === computed);
  return { ...result, facts: [...result.facts, ...facts], verdict: isSame ? result.verdict : "differs" };
}

function factsOf({ step, facts }: StepResult, { committed, beacon, prize, seed, picks }: DrawProof, shown: Shown): Fact[] {
  switch (step) {
    case "entries":
      return [fact("entries_sha256", shown.entriesSha256, committed.entriesSha256)];
    case "root":
      return [fact("merkle_root", shown.merkleRoot, committed.merkleRoot)];
    case "prize":
      return [fact("prize", shown.prize, sealedFacts(prize))];
    case "commitment": {
      const computed = facts.find(({ name }) => name === "commitment")?.computed;
      const logged = { name: "public log", claimed: shown.commitment, computed: computed ?? "" };
      return [logged, fact("closed_at", shown.sealedAt, committed.closedAt)];
    }
    case "beacon":
      return [fact("randomness", shown.randomness, beacon.randomness)];
    case "seed":
      return [fact("seed", shown.seed, seed)];
    case "winners":
      return [fact("tickets", shown.tickets, picks.map(({ ticket }) => ticket).join(", "))];
    default:
      return [];
  }
}

function sealedFacts(prize: string | undefined): string | undefined {
  if (prize === undefined) return undefined;
  const read = parsePrize(prize);
  return read.ok ? prizeFacts(read.value) : read.problem;
}

function fact(name: string, claimed: string | number | undefined, computed: string | number | undefined): Fact {
  return { name: `this page: ${name}`, claimed: String(claimed ?? "none"), computed: String(computed ?? "none") };
}
