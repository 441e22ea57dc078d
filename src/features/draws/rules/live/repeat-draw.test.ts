/** A live page repeats the draw from its proof: an altered result differs at its step. */
import { type DrawProof, proofJson, randomnessOf } from "@concours/draw-protocol";
import { describe, expect, it } from "vitest";
import { prizesDraw, quicknetDraw } from "../../../../../packages/draw-protocol/test/example-draw.fixture.ts";
import { REPEATED, repeatDraw } from "./repeat-draw.ts";

type Published = Parameters<typeof repeatDraw>[1];

/** What the shop publishes of a draw. */
function publishedOf({ committed, commitment, beacon, seed, picks, prizes }: DrawProof): Published {
  const ticketOf = (pick: number) => picks[pick]?.ticket ?? 0;
  return {
    id: committed.drawId,
    isDemo: false,
    sealed: { sequence: 1, sealedAt: 0, commitment, n: committed.n, round: committed.round, roundAt: 0 },
    drawn: {
      randomness: beacon.randomness,
      seed,
      prizes: prizes.map(({ prize, winner, reserves }) => ({
        place: prize,
        ticket: winner === undefined ? undefined : ticketOf(winner),
        reserves: reserves.map(ticketOf),
        isReplaced: false,
      })),
    },
  };
}

const { proof } = quicknetDraw(50);
const published = publishedOf(proof);
const differsAt = (text: string, shown: Published) => [...repeatDraw(text, shown)].find(({ agrees }) => !agrees)?.step;

describe("a draw repeated from its proof", () => {
  it("agrees at every step, and names the line that was picked", () => {
    const steps = [...repeatDraw(proofJson(proof), published)];
    expect(steps.map(({ step, agrees }) => [step, agrees])).toEqual(REPEATED.map((step) => [step, true]));
    expect(steps.map(({ value }) => value)).toEqual([
      ...[proof.commitment, proof.beacon.randomness, proof.seed],
      String((proof.picks[0]?.listIndex ?? 0) + 1),
    ]);
  });

  it.each([1, 3, 10])("agrees with %d prizes, also with one a person", (prizes) => {
    for (const onePrizeAPerson of [false, true]) {
      const { proof: several } = prizesDraw(30, { prizes, onePrizeAPerson });
      expect(differsAt(proofJson(several), publishedOf(several))).toBeUndefined();
    }
  });

  const [first] = published.drawn.prizes;
  if (!first) throw new Error("the example has a prize");
  const zero = "00".repeat(32);
  const showing = (drawn: Partial<Published["drawn"]>) => ({ ...published, drawn: { ...published.drawn, ...drawn } });
  it.each<[string, string, Published]>([
    ["commitment", "another commitment before the round", { ...published, sealed: { ...published.sealed, commitment: zero } }],
    ["commitment", "another draw", { ...published, id: "another" }],
    ["commitment", "another number of tickets", { ...published, sealed: { ...published.sealed, n: 51 } }],
    ["commitment", "another round", { ...published, sealed: { ...published.sealed, round: 1001 } }],
    ["number", "another number", showing({ randomness: zero })],
    ["seed", "another seed", showing({ seed: zero })],
    ["tickets", "another winner", showing({ prizes: [{ ...first, ticket: (first.ticket ?? 0) + 1 }] })],
    ["tickets", "reserves in another order", showing({ prizes: [{ ...first, reserves: first.reserves.toReversed() }] })],
    ["tickets", "a prize that was not drawn", showing({ prizes: [first, { ...first, place: 2 }] })],
  ])("differs at the %s if the page showed %s", (step, _, shown) => {
    expect(differsAt(proofJson(proof), shown)).toBe(step);
  });

  it.each<[string, string, DrawProof]>([
    [
      "tickets",
      "a line of another ticket",
      { ...proof, picks: proof.picks.map((pick) => ({ ...pick, leaf: pick.leaf.replace(/.$/, "0") })) },
    ],
    [
      "tickets",
      "a path of another list",
      { ...proof, picks: proof.picks.map((pick) => ({ ...pick, path: pick.path.slice(1) })) },
    ],
    [
      "number",
      "a signature of another round",
      { ...proof, beacon: { ...proof.beacon, signature: quicknetDraw(50).proof.beacon.signature.replace(/^../, "8f") } },
    ],
  ])("differs at the %s with %s", (step, _, altered) => {
    expect(differsAt(proofJson(altered), published)).toBe(step);
  });

  it("differs at the number if the shop made one up with a signature of its own", () => {
    const signature = proof.beacon.signature.replace(/^../, "8f");
    const randomness = randomnessOf(signature);
    const forged = { ...proof, beacon: { ...proof.beacon, signature, randomness } };
    expect(differsAt(proofJson(forged), showing({ randomness }))).toBe("number");
  });

  it("is refused for a file that is no proof", () => {
    expect(() => [...repeatDraw("{}", published)]).toThrow(Error);
  });
});
