/** An honest draw agrees at every step; each altered number is detected at its step. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alteredAt, leavesOf } from "../test/altered-json.fixture.ts";
import { EXAMPLE_PRIZE, exampleEntries, ownChain, ownRound, quicknetDraw, quicknetRound } from "../test/example-draw.fixture.ts";
import { closingRound, QUICKNET } from "./chain.ts";
import { type Commitment, commitmentHash, commitTo } from "./commitment.ts";
import { readEntries, writeEntries } from "./entry-list.ts";
import { parseProof, proofJson } from "./proof-json.ts";
import { type DrawProof, proveDraw } from "./proof.ts";
import { STEPS, verifyDraw, verifySteps } from "./verify-draw.ts";

const { entries, proof } = quicknetDraw(50);
const csv = entries.csv;
const zero = "00".repeat(32);

/** The proof with one changed field of the commitment and everything else unchanged. */
const claiming = (change: Partial<Commitment>): DrawProof => ({ ...proof, committed: { ...proof.committed, ...change } });

describe("an honest draw", () => {
  it("agrees at every step, with one winner and three reserves", () => {
    const result = verifyDraw({ proof, csv });
    expect(result.agrees).toBe(true);
    expect(result).not.toHaveProperty("differsAt");
    expect(result.steps.map(({ step, verdict }) => [step, verdict])).toEqual(STEPS.map((step) => [step, "agrees"]));
    expect(new Set(proof.picks.map(({ ticket }) => ticket)).size).toBe(4);
  });

  it.each([1, 2, 3, 4, 5])("of %d tickets picks no more than there are, and agrees", (count) => {
    const small = quicknetDraw(count);
    expect(small.proof.picks).toHaveLength(Math.min(4, count));
    expect(verifyDraw({ proof: small.proof, csv: small.entries.csv }).agrees).toBe(true);
  });

  it("yields its steps one at a time", () => {
    const steps = verifySteps({ proof, csv });
    expect(steps.next().value).toMatchObject({ step: "chain", verdict: "agrees" });
    expect(steps.next().value).toMatchObject({ step: "entries", facts: [{ name: "n", claimed: "50", computed: "50" }, {}] });
  });

  it("has the same result after a round trip through its file", () => {
    const parsed = parseProof(proofJson(proof));
    expect(parsed).toEqual({ ok: true, value: proof });
  });
});

describe("a false proof is detected at its step", () => {
  const [winner, reserve, ...rest] = proof.picks;
  if (!winner || !reserve) throw new Error("the example has reserves");
  const sealing = (prize: string) => quicknetDraw(50, prize).proof;
  const prizeOfAnother = sealing(EXAMPLE_PRIZE.replace("7f1c7b0e", "00000000"));
  const notADocument = sealing("{}");
  const namedTwice = sealing(EXAMPLE_PRIZE.replace('"title":', '"title":{"en":"A used bicycle","fr":null},"title":'));
  const cases: [string, string, DrawProof][] = [
    ["chain", "another chain in the commitment", claiming({ chainHash: zero })],
    ["chain", "another key for the chain", { ...proof, chain: { ...QUICKNET, publicKey: ownChain.publicKey } }],
    ["chain", "a shorter wait after the freeze", { ...proof, chain: { ...QUICKNET, delaySeconds: 0 } }],
    ["entries", "fewer entries than the file has", claiming({ n: 49 })],
    ["entries", "another hash of the file", claiming({ entriesSha256: zero })],
    ["root", "another root", claiming({ merkleRoot: zero })],
    ["prize", "another hash of the prize", claiming({ prizeSha256: zero })],
    ["prize", "a lesser prize", { ...proof, prize: EXAMPLE_PRIZE.replace("Valmont GT-10", "A used bicycle") }],
    ["prize", "a prize of lesser value", { ...proof, prize: EXAMPLE_PRIZE.replace("15000000", "5000") }],
    ["prize", "another picture at the same address", { ...proof, prize: EXAMPLE_PRIZE.replace("abab", "0bab") }],
    ["prize", "the prize of another draw", prizeOfAnother],
    ["prize", "a prize that is no document", notADocument],
    ["prize", "a prize that names its title twice", namedTwice],
    ["commitment", "no prize at all", { ...proof, prize: undefined, committed: { ...proof.committed, prizeSha256: undefined } }],
    ["commitment", "another commitment", { ...proof, commitment: zero }],
    ["commitment", "fewer reserves than the rule gives", claiming({ picks: 1 })],
    ["commitment", "another algorithm", claiming({ algorithm: "pdraw/1" })],
    ["prize", "another draw's id", claiming({ drawId: "another" })],
    ["commitment", "a later freeze", claiming({ closedAt: proof.committed.closedAt + 3 })],
    ["round", "a round of the operator's choice", claiming({ round: 1001 })],
    ["round", "another round's beacon", { ...proof, beacon: quicknetRound(1001) }],
    [
      "beacon",
      "another round's signature under this round's number",
      { ...proof, beacon: { ...quicknetRound(1001), round: 1000 } },
    ],
    ["beacon", "randomness that is not the signature's", { ...proof, beacon: { ...proof.beacon, randomness: zero } }],
    ["seed", "another seed", { ...proof, seed: zero }],
    ["winners", "winner and reserve swapped", { ...proof, picks: [reserve, winner, ...rest] }],
    ["winners", "a reserve left out", { ...proof, picks: [winner, reserve] }],
    ["winners", "another ticket number", { ...proof, picks: [{ ...winner, ticket: 51 }, reserve, ...rest] }],
    ["winners", "a path cut short", { ...proof, picks: [{ ...winner, path: winner.path.slice(1) }, reserve, ...rest] }],
  ];

  it.each(cases)("%s: %s", (step, _, bad) => {
    const result = verifyDraw({ proof: bad, csv });
    expect(result.agrees).toBe(false);
    expect(result.differsAt).toBe(step);
  });

  it("is detected if its commitment is consistent but names a later round", () => {
    const committed = { ...proof.committed, round: 1001 };
    const later = proveDraw({ committed, entries, prize: EXAMPLE_PRIZE, chain: QUICKNET, beacon: quicknetRound(1001) });
    expect(verifyDraw({ proof: later, csv })).toMatchObject({ agrees: false, differsAt: "commitment" });
  });

  it("is detected for any one altered value of the file", () => {
    const wire: unknown = JSON.parse(proofJson(proof));
    const places = leavesOf(wire);
    expect(places.length).toBeGreaterThan(80);
    for (const place of places) {
      const parsed = parseProof(JSON.stringify(alteredAt(wire, place)));
      const isCaught = !parsed.ok || !verifyDraw({ proof: parsed.value, csv }).agrees;
      expect(isCaught, place.join(".")).toBe(true);
    }
  }, 60_000);
});

describe("a false list", () => {
  it("with one byte altered differs at the entries", () => {
    fc.assert(
      fc.property(fc.nat({ max: csv.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const altered = csv.slice();
        altered[at] = (altered[at] ?? 0) ^ by;
        expect(verifyDraw({ proof, csv: altered })).toMatchObject({ agrees: false, differsAt: "entries" });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["a ticket added", writeEntries(exampleEntries("example", 51)).csv],
    ["a ticket removed", writeEntries(exampleEntries("example", 49)).csv],
  ])("with %s differs at the entries", (_, altered) => {
    expect(verifyDraw({ proof, csv: altered })).toMatchObject({ agrees: false, differsAt: "entries" });
  });

  it("that was read before gets the reader's result, false or not", () => {
    expect(verifyDraw({ proof, csv: readEntries(csv) }).agrees).toBe(true);
    expect(verifyDraw({ proof, csv: readEntries(new Uint8Array()) })).toMatchObject({ agrees: false, differsAt: "entries" });
  });

  it.each([
    ["", "the list is empty"],
    [`1,${"a".repeat(32)}\nx,${"b".repeat(32)}\n`, "line 2 is malformed"],
    [`2,${"a".repeat(32)}\n1,${"b".repeat(32)}\n`, "line 2 is out of order"],
  ])("of the lines %j reports the wrong line", (lines, computed) => {
    const [, step] = verifyDraw({ proof, csv: new TextEncoder().encode(lines) }).steps;
    expect(step?.facts).toEqual([{ name: "entries.csv", claimed: "a well-formed list", computed }]);
  });

  it("that cannot be read leaves the rest unchecked, and does not agree", () => {
    const { agrees, steps } = verifyDraw({ proof, csv: new Uint8Array() });
    expect(agrees).toBe(false);
    expect(steps.map(({ verdict }) => verdict)).toEqual(["agrees", "differs", ...STEPS.slice(2).map(() => "not_checked")]);
  });
});

describe("a draw of pdraw/1", () => {
  const old = quicknetDraw(50, null);

  it("still agrees, and reports that it sealed no prize", () => {
    expect(old.proof.committed.algorithm).toBe("pdraw/1");
    const { agrees, steps } = verifyDraw({ proof: old.proof, csv: old.entries.csv });
    expect(agrees).toBe(true);
    expect(steps.find(({ step }) => step === "prize")).toEqual({ step: "prize", verdict: "absent", facts: [] });
    expect(parseProof(proofJson(old.proof))).toEqual({ ok: true, value: old.proof });
  });

  it("cannot be made of a later one by removing the prize", () => {
    const wire = JSON.parse(proofJson(proof));
    const stripped = { ...wire, format: "pdraw-proof/1", prize: undefined };
    const parsed = parseProof(JSON.stringify(stripped));
    expect(parsed.ok && verifyDraw({ proof: parsed.value, csv })).toMatchObject({ agrees: false, differsAt: "commitment" });
  });
});

describe("a chain of the shop's own", () => {
  const committed = commitTo({ drawId: "demo", closedAt: 1_700_000_100, entries, chain: ownChain, prizeSha256: undefined });
  const own = proveDraw({
    committed,
    entries,
    prize: undefined,
    chain: ownChain,
    beacon: ownRound(closingRound(ownChain, 1_700_000_100)),
  });

  it("counts only if the reader trusts it", () => {
    expect(verifyDraw({ proof: own, csv })).toMatchObject({ agrees: false, differsAt: "chain" });
    expect(verifyDraw({ proof: own, csv, trustedChain: ownChain }).agrees).toBe(true);
  });

  it("must match its hash", () => {
    const renamed = { ...ownChain, genesisTime: ownChain.genesisTime - 3 };
    const bad = { ...own, chain: renamed };
    expect(verifyDraw({ proof: bad, csv, trustedChain: renamed })).toMatchObject({ agrees: false, differsAt: "chain" });
  });
});

describe("drawing", () => {
  const { committed } = proof;
  const beacon = quicknetRound(1000);

  it.each([
    ["another chain", { committed, entries, chain: ownChain, beacon }],
    ["another chain of the same key", { committed, entries, chain: { ...QUICKNET, hash: zero }, beacon }],
    ["another round", { committed, entries, chain: QUICKNET, beacon: quicknetRound(1001) }],
    ["an unsigned round", { committed, entries, chain: QUICKNET, beacon: { ...quicknetRound(1001), round: 1000 } }],
    ["other entries", { committed, entries: writeEntries(exampleEntries("other", 50)), chain: QUICKNET, beacon }],
    ["entries of another root", { committed: { ...committed, merkleRoot: zero }, entries, chain: QUICKNET, beacon }],
    ["entries of another hash", { committed: { ...committed, entriesSha256: zero }, entries, chain: QUICKNET, beacon }],
    ["another prize", { committed, entries, chain: QUICKNET, beacon, prize: `${EXAMPLE_PRIZE} ` }],
    ["no prize", { committed, entries, chain: QUICKNET, beacon, prize: undefined }],
  ])("is refused with %s", (_, draw) => {
    expect(() => proveDraw({ prize: EXAMPLE_PRIZE, ...draw })).toThrow(Error);
  });

  it("commits to everything: any change gives another commitment", () => {
    const changes: Partial<Commitment>[] = [
      ...[{ algorithm: "pdraw/1" }, { chainHash: zero }, { closedAt: 1 }, { drawId: "x" }, { entriesSha256: zero }],
      ...[
        { merkleRoot: zero },
        { n: 1 },
        { picks: 1 },
        { round: 1 },
        { prizeSha256: zero },
        { prizeRules: { prizes: 1, onePrizeAPerson: false } },
      ],
    ];
    const hashes = changes.map((change) => commitmentHash({ ...committed, ...change }));
    expect(new Set([commitmentHash(committed), ...hashes]).size).toBe(Object.keys(committed).length + 1);
  });

  it.each(["é", "a\nb", ""])("takes no id that could be spelled in two ways: %j", (drawId) => {
    expect(() => commitmentHash({ ...committed, drawId })).toThrow(RangeError);
  });
});
