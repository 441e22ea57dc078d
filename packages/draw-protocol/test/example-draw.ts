/** Makers of draws for the tests: made-up tickets, a chain of the tests' own, and quicknet's real rounds. */
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
  proveDraw,
  QUICKNET,
  randomnessOf,
  signRound,
  timeOf,
  writeEntries,
} from "../src/index.ts";

/** Tickets 1, 1 + step, … with the tags that the published vectors give to a draw of this name. */
export function exampleEntries(name: string, count: number, step = 1): Entry[] {
  return Array.from({ length: count }, (_, i) => {
    const number = 1 + i * step;
    return { number, tag: createHash("sha256").update(`tag|${name}|${number}`).digest("hex").slice(0, 32) };
  });
}

/** The text of a published file of vectors. */
export function vectorsText(name: "vectors.json" | "drand-beacons.json"): string {
  return readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8");
}

type DatedBeacon = Beacon & { readonly time_unix: number };

/** Real rounds of quicknet. */
export function quicknetBeacons(): DatedBeacon[] {
  const { beacons } = JSON.parse(vectorsText("drand-beacons.json")) as { beacons: DatedBeacon[] };
  return beacons;
}

/** The real round of this number; throws when it is not among the published ones. */
export function quicknetRound(round: number): Beacon {
  const beacon = quicknetBeacons().find((each) => each.round === round);
  if (!beacon) throw new Error(`round ${round} is not in the vectors`);
  return { round, signature: beacon.signature, randomness: beacon.randomness };
}

/** A draw that quicknet's real round 1000 decides. */
export function quicknetDraw(count: number): { entries: EntryList; proof: DrawProof } {
  const entries = writeEntries(exampleEntries("example", count));
  const closedAt = timeOf(QUICKNET, 1000) - QUICKNET.delaySeconds;
  const committed = commitTo({ drawId: "7f1c7b0e-5f0e-4d0c-9a57-1f4f4f1f0a01", closedAt, entries, chain: QUICKNET });
  return { entries, proof: proveDraw({ committed, entries, chain: QUICKNET, beacon: quicknetRound(1000) }) };
}

const keys = beaconKeys(new TextEncoder().encode("a secret of the tests"));
const unnamed = { ...QUICKNET, beaconId: "tests", publicKey: keys.publicKey, genesisTime: 1_700_000_000, delaySeconds: 6 };

/** A chain whose key the tests hold. */
export const ownChain: ChainInfo = { ...unnamed, hash: chainHash(unnamed) };

/** A round of the tests' own chain. */
export function ownRound(round: number): Beacon {
  const signature = signRound(keys.secretKey, round);
  return { round, signature, randomness: randomnessOf(signature) };
}
