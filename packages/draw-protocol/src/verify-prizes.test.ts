/** A draw of several prizes agrees, and a changed award, rule or document is detected at its step. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { alteredAt, leavesOf } from "../test/altered-json.fixture.ts";
import { EXAMPLE_PRIZE, examplePrizes, prizesDraw, quicknetDraw } from "../test/example-draw.fixture.ts";
import type { PassedOver, PrizeResult } from "./assign-prizes.ts";
import { QUICKNET } from "./chain.ts";
import { commitTo } from "./commitment.ts";
import { drawPicks } from "./pick.ts";
import { parseProof, proofJson } from "./proof-json.ts";
import type { DrawProof } from "./proof.ts";
import { STEPS, verifyDraw } from "./verify-draw.ts";

const { entries, proof } = quicknetDraw(50);
const csv = entries.csv;

describe("a draw of several prizes", () => {
  const rules = { prizes: 3, onePrizeAPerson: true };
  const personOf = (pick: number) => [0, 0, 1, 2, 1][pick] ?? pick;
  const several = prizesDraw(50, rules, { personOf });
  const [car, watch, pen] = several.proof.prizes;
  if (!car || !watch || !pen) throw new Error("the example has three prizes");
  const awarding = (...prizes: PrizeResult[]): DrawProof => ({ ...several.proof, prizes });
  const resealed = (prize: string, prizeRules = rules) => prizesDraw(50, prizeRules, { prize, personOf }).proof;
  const [first, second, ...rest] = several.proof.picks;
  if (!first || !second) throw new Error("the example has picks");

  it("agrees at every step, and gives the second prize to its second reserve", () => {
    const { agrees, steps } = verifyDraw({ proof: several.proof, csv: several.entries.csv });
    expect(agrees).toBe(true);
    expect(steps.map(({ verdict }) => verdict)).toEqual(STEPS.map(() => "agrees"));
    expect(several.proof.committed).toMatchObject({ algorithm: "pdraw/3", picks: 12, prizeRules: rules });
    expect([car.winner, watch.winner, pen.winner]).toEqual([0, 7, 2]);
    expect(watch.passedOver.map(({ pick }) => pick)).toEqual([1, 4]);
    expect(parseProof(proofJson(several.proof))).toEqual({ ok: true, value: several.proof });
  });

  it.each([1, 2, 3, 5, 11, 12, 13])("of %d tickets agrees", (count) => {
    const small = prizesDraw(count, { prizes: 3, onePrizeAPerson: false });
    expect(small.proof.picks).toHaveLength(Math.min(12, count));
    expect(small.proof.prizes.filter(({ winner }) => winner !== undefined)).toHaveLength(Math.min(3, count));
    expect(verifyDraw({ proof: small.proof, csv: small.entries.csv }).agrees).toBe(true);
  });

  it("with one prize picks the tickets that pdraw/2 picks with the same seed", () => {
    const { proof: single } = prizesDraw(50, { prizes: 1, onePrizeAPerson: false });
    expect(single.picks.map(({ listIndex }) => listIndex)).toEqual(
      drawPicks(hexToBytes(single.seed), 50, 4).map(({ listIndex }) => listIndex),
    );
    expect(single.seed).not.toBe(proof.seed);
  });

  const unfair = { ...several.proof.committed, prizeRules: { ...rules, onePrizeAPerson: false } };
  const cases: [string, string, DrawProof][] = [
    ["winners", "two prizes swapped", awarding(watch, car, pen)],
    ["winners", "a prize left out", awarding(car, watch)],
    ["winners", "a prize added", awarding(car, watch, pen, { ...pen, prize: 4 })],
    ["winners", "a reserve promoted without a reason", awarding({ ...car, winner: 3, reserves: [6, 9] }, watch, pen)],
    [
      "winners",
      "the first pick passed over",
      awarding({ ...car, winner: 3, reserves: [6, 9], passedOver: [over(0)] }, watch, pen),
    ],
    [
      "winners",
      "a reserve passed over before its turn",
      awarding({ ...car, reserves: [3, 9], passedOver: [over(6)] }, watch, pen),
    ],
    ["winners", "a skipped pick that is not published", awarding(car, { ...watch, passedOver: [over(1)] }, pen)],
    ["winners", "reserves out of order", awarding({ ...car, reserves: [6, 3, 9] }, watch, pen)],
    ["winners", "two picks swapped", { ...several.proof, picks: [second, first, ...rest] }],
    ["commitment", "another rule about persons", { ...several.proof, committed: unfair }],
    [
      "commitment",
      "fewer prizes than the document has",
      { ...several.proof, committed: { ...several.proof.committed, prizeRules: { ...rules, prizes: 2 } } },
    ],
    ["commitment", "fewer picks than the rule gives", { ...several.proof, committed: { ...several.proof.committed, picks: 3 } }],
    ["prize", "the document of pdraw/2", resealed(EXAMPLE_PRIZE, { ...rules, prizes: 1 })],
    ["prize", "a document with fewer prizes under the same hash", { ...several.proof, prize: examplePrizes(2) }],
    ["commitment", "a sealed document with fewer prizes than it draws", resealed(examplePrizes(2))],
  ];

  it.each(cases)("differs at %s with %s", (step, _, bad) => {
    expect(verifyDraw({ proof: bad, csv: several.entries.csv })).toMatchObject({ agrees: false, differsAt: step });
  });

  it("without the rule about persons differs if it passes over a pick", () => {
    const open = prizesDraw(50, { prizes: 3, onePrizeAPerson: false }, { personOf });
    const bad = { ...open.proof, prizes: several.proof.prizes };
    expect(open.proof.prizes.map(({ winner }) => winner)).toEqual([0, 1, 2]);
    expect(verifyDraw({ proof: bad, csv: open.entries.csv })).toMatchObject({ agrees: false, differsAt: "winners" });
  });

  it("differs with any one altered value of its file", () => {
    const wire: unknown = JSON.parse(proofJson(several.proof));
    const places = leavesOf(wire);
    expect(places.length).toBeGreaterThan(200);
    for (const place of places) {
      const parsed = parseProof(JSON.stringify(alteredAt(wire, place)));
      const isCaught = !parsed.ok || !verifyDraw({ proof: parsed.value, csv: several.entries.csv }).agrees;
      expect(isCaught, place.join(".")).toBe(true);
    }
  }, 120_000);

  it("cannot be made one of pdraw/2 by leaving out its rules, nor the other way round", () => {
    const wire = JSON.parse(proofJson(several.proof));
    const { picks, one_prize_a_person: _, ...fields } = wire.committed;
    const winners = wire.picks.map(({ pick, ...each }: { pick: number }) => ({ prize: pick, ...each }));
    const older = { ...wire, format: "pdraw-proof/2", winners, committed: { ...fields, prizes: picks } };
    const parsed = parseProof(JSON.stringify(older));
    expect(parsed.ok && verifyDraw({ proof: parsed.value, csv })).toMatchObject({ agrees: false, differsAt: "prize" });
    const newer = { ...proof, committed: { ...proof.committed, prizeRules: { prizes: 1, onePrizeAPerson: false } } };
    expect(verifyDraw({ proof: newer, csv })).toMatchObject({ agrees: false, differsAt: "prize" });
  });

  it.each([0, 11, 1.5])("cannot have %d prizes", (prizes) => {
    const draw = { drawId: "x", closedAt: 1, entries, chain: QUICKNET, prizeSha256: "00".repeat(32) };
    expect(() => commitTo({ ...draw, prizeRules: { prizes, onePrizeAPerson: false } })).toThrow(RangeError);
  });
});

function over(pick: number): PassedOver {
  return { pick, reason: "already_won" };
}
