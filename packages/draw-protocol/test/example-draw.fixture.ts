/** Draws for tests: generated tickets, a test chain, and real rounds of quicknet. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type Beacon,
  beaconKeys,
  type ChainInfo,
  chainHash,
  commitTo,
  type DrawProof,
  type Entry,
  type EntryList,
  prizeHash,
  prizeJson,
  proveDraw,
  QUICKNET,
  randomnessOf,
  signRound,
  timeOf,
  writeEntries,
} from "../src/index.ts";

/** Tickets 1, 1 + step, … with the tags of the published vectors for a draw of this name. */
export function exampleEntries(name: string, count: number, step = 1): Entry[] {
  return Array.from({ length: count }, (_, i) => {
    const number = 1 + i * step;
    return { number, tag: createHash("sha256").update(`tag|${name}|${number}`).digest("hex").slice(0, 32) };
  });
}

/** The text of a file of published vectors. */
export function vectorsText(name: "vectors.json" | "vectors-2.json" | "drand-beacons.json"): string {
  return readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8");
}

type DatedBeacon = Beacon & { readonly time_unix: number };

/** Real rounds of quicknet. */
export function quicknetBeacons(): DatedBeacon[] {
  const { beacons } = JSON.parse(vectorsText("drand-beacons.json")) as { beacons: DatedBeacon[] };
  return beacons;
}

/** A real round of quicknet; throws if it is not among the published ones. */
export function quicknetRound(round: number): Beacon {
  const beacon = quicknetBeacons().find((each) => each.round === round);
  if (!beacon) throw new Error(`round ${round} is not in the vectors`);
  return { round, signature: beacon.signature, randomness: beacon.randomness };
}

const EXAMPLE_ID = "7f1c7b0e-5f0e-4d0c-9a57-1f4f4f1f0a01";

/** A prize that uses every field of the document. */
export const EXAMPLE_PRIZE = prizeJson({
  drawId: EXAMPLE_ID,
  title: { en: "Valmont GT-10", fr: "Valmont GT-10 « Été »" },
  description: { en: "Bordeaux over tan.\nOne owner.", fr: undefined },
  valuePence: 15_000_000,
  pictures: [
    { url: "/media/0123456789abcdef0123456789abcdef", files: { "1200.jpg": "ab".repeat(32), "1200.avif": "cd".repeat(32) } },
  ],
  additions: [
    { at: 1_692_000_000, kind: "value", fromPence: 14_800_000, toPence: 15_000_000 },
    { at: 1_692_000_001, kind: "note", text: { en: "Insured for a year.", fr: "Assurée un an." } },
    { at: 1_692_000_002, kind: "picture", url: "/media/0123456789abcdef0123456789abcdef" },
  ],
});

/** A draw decided by quicknet's real round 1000; `sealed` is its prize, null makes it one of pdraw/1. */
export function quicknetDraw(count: number, sealed: string | null = EXAMPLE_PRIZE): { entries: EntryList; proof: DrawProof } {
  const entries = writeEntries(exampleEntries("example", count));
  const closedAt = timeOf(QUICKNET, 1000) - QUICKNET.delaySeconds;
  const prize = sealed ?? undefined;
  const prizeSha256 = prize === undefined ? undefined : prizeHash(prize);
  const committed = commitTo({ drawId: EXAMPLE_ID, closedAt, entries, chain: QUICKNET, prizeSha256 });
  return { entries, proof: proveDraw({ committed, entries, prize, chain: QUICKNET, beacon: quicknetRound(1000) }) };
}

const keys = beaconKeys(new TextEncoder().encode("a secret of the tests"));
const unnamed = { ...QUICKNET, beaconId: "tests", publicKey: keys.publicKey, genesisTime: 1_700_000_000, delaySeconds: 6 };

/** A chain with a known key. */
export const ownChain: ChainInfo = { ...unnamed, hash: chainHash(unnamed) };

export function ownRound(round: number): Beacon {
  const signature = signRound(keys.secretKey, round);
  return { round, signature, randomness: randomnessOf(signature) };
}
