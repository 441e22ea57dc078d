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
  type Prize,
  type PrizeRules,
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
export function vectorsText(name: "vectors.json" | "vectors-2.json" | "vectors-3.json" | "drand-beacons.json"): string {
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
  format: "pdraw-prize/1",
  drawId: EXAMPLE_ID,
  prizes: [
    {
      title: { en: "Valmont GT-10", fr: "Valmont GT-10 « Été »" },
      description: { en: "Bordeaux over tan.\nOne owner.", fr: undefined },
      valuePence: 15_000_000,
      cashAlternativePence: undefined,
      facts: [],
      pictures: [
        { url: "/media/0123456789abcdef0123456789abcdef", files: { "1200.jpg": "ab".repeat(32), "1200.avif": "cd".repeat(32) } },
      ],
    },
  ],
  charity: undefined,
  additions: [
    { at: 1_692_000_000, kind: "value", prize: 1, fromPence: 14_800_000, toPence: 15_000_000 },
    { at: 1_692_000_001, kind: "note", prize: 1, text: { en: "Insured for a year.", fr: "Assurée un an." } },
    { at: 1_692_000_002, kind: "picture", prize: 1, url: "/media/0123456789abcdef0123456789abcdef" },
  ],
});

/** The document of a draw with several prizes, the first of which uses every field. */
export function examplePrizes(count: number): string {
  const picture = { url: "/media/0123456789abcdef0123456789abcdef", files: { "1200.jpg": "ab".repeat(32) } };
  const car: Prize = {
    title: { en: "Valmont GT-10", fr: "Valmont GT-10 « Été »" },
    description: { en: "Bordeaux over tan.\nOne owner.", fr: undefined },
    valuePence: 15_000_000,
    cashAlternativePence: 12_000_000,
    facts: [{ label: { en: "Mileage", fr: "Kilométrage" }, value: { en: "8,200 miles", fr: undefined } }],
    pictures: [picture],
  };
  const watch = (prize: number): Prize => ({
    title: { en: `A watch, prize ${prize}`, fr: undefined },
    description: { en: "", fr: undefined },
    valuePence: 50_000,
    cashAlternativePence: undefined,
    facts: [],
    pictures: [],
  });
  return prizeJson({
    format: "pdraw-prize/2",
    drawId: EXAMPLE_ID,
    prizes: Array.from({ length: count }, (_, i) => (i === 0 ? car : watch(i + 1))),
    charity: { name: "Hospice of the Example", number: "1234567", amountPence: undefined, shareBasisPoints: 1_000 },
    additions: [
      { at: 1_692_000_000, kind: "value", prize: 1, fromPence: 14_800_000, toPence: 15_000_000 },
      { at: 1_692_000_001, kind: "note", prize: undefined, text: { en: "Drawn live.", fr: "Tirage en direct." } },
      { at: 1_692_000_002, kind: "picture", prize: 1, url: picture.url },
    ],
  });
}

/** A draw decided by quicknet's real round 1000; `sealed` is its prize, null makes it one of pdraw/1. */
export function quicknetDraw(count: number, sealed: string | null = EXAMPLE_PRIZE): { entries: EntryList; proof: DrawProof } {
  const entries = writeEntries(exampleEntries("example", count));
  const closedAt = timeOf(QUICKNET, 1000) - QUICKNET.delaySeconds;
  const prize = sealed ?? undefined;
  const prizeSha256 = prize === undefined ? undefined : prizeHash(prize);
  const committed = commitTo({ drawId: EXAMPLE_ID, closedAt, entries, chain: QUICKNET, prizeSha256 });
  return { entries, proof: proveDraw({ committed, entries, prize, chain: QUICKNET, beacon: quicknetRound(1000) }) };
}

/** A draw of pdraw/3 decided by the same round. */
export function prizesDraw(
  count: number,
  prizeRules: PrizeRules,
  options: { readonly prize?: string; readonly personOf?: (pick: number) => unknown } = {},
): { entries: EntryList; proof: DrawProof } {
  const { prize = examplePrizes(prizeRules.prizes), personOf = (pick) => pick } = options;
  const entries = writeEntries(exampleEntries("example", count));
  const closedAt = timeOf(QUICKNET, 1000) - QUICKNET.delaySeconds;
  const committed = commitTo({
    drawId: EXAMPLE_ID,
    closedAt,
    entries,
    chain: QUICKNET,
    prizeSha256: prizeHash(prize),
    prizeRules,
  });
  const hasWon = (pick: number, won: readonly number[]) => won.some((each) => personOf(each) === personOf(pick));
  return { entries, proof: proveDraw({ committed, entries, prize, chain: QUICKNET, beacon: quicknetRound(1000), hasWon }) };
}

const keys = beaconKeys(new TextEncoder().encode("a secret of the tests"));
const unnamed = { ...QUICKNET, beaconId: "tests", publicKey: keys.publicKey, genesisTime: 1_700_000_000, delaySeconds: 6 };

/** A chain with a known key. */
export const ownChain: ChainInfo = { ...unnamed, hash: chainHash(unnamed) };

export function ownRound(round: number): Beacon {
  const signature = signRound(keys.secretKey, round);
  return { round, signature, randomness: randomnessOf(signature) };
}
