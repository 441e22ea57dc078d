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

/** The facts that the page shows; the later ones are undefined before the result. */
export type ShownFacts = {
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

/** The facts of a record; undefined before the freeze. `prize`: `prizeFacts` of the prize as shown now. */
export function shownOf({ isDemo, sealed, drawn }: DrawRecord, prize: string): ShownFacts | undefined {
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

/** `prizeFacts` of the sealed document, or the problem of an invalid one. */
function sealedFacts(prize: string | undefined): string | undefined {
  if (prize === undefined) return undefined;
  const read = parsePrize(prize);
  return read.ok ? prizeFacts(read.value) : read.problem;
}

function fact(name: string, claimed: string | number | undefined, computed: string | number | undefined): Fact {
  return { name: `this page: ${name}`, claimed: String(claimed ?? "none"), computed: String(computed ?? "none") };
}

/** The page's facts that belong to a step, each with the value of the proof. */
function factsOf({ step, facts }: StepResult, { committed, beacon, prize, seed, picks }: DrawProof, shown: ShownFacts): Fact[] {
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

/** Adds the page's facts to a step. If the step agrees, the proof's numbers equal the computed ones. */
export function withShown(result: StepResult, proof: DrawProof, shown: ShownFacts): StepResult {
  const facts = factsOf(result, proof, shown);
  if (facts.length === 0 || result.verdict === "not_checked") return result;
  const isSame = facts.every(({ claimed, computed }) => claimed === computed);
  return { ...result, facts: [...result.facts, ...facts], verdict: isSame ? result.verdict : "differs" };
}
