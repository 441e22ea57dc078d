/** The proof as a file: round trip, and refusals that name the field. */
import { describe, expect, it } from "vitest";
import { prizesDraw, quicknetDraw } from "../test/example-draw.fixture.ts";
import { prizeHash } from "./prize.ts";
import { parseProof, proofJson } from "./proof-json.ts";

const { proof } = quicknetDraw(5);
const wire = () => JSON.parse(proofJson(proof)) as Record<string, Record<string, unknown>>;

describe("proof.json", () => {
  it("has the field names of the commitment and of drand", () => {
    expect(Object.keys(wire())).toEqual([
      "format",
      "commitment",
      "committed",
      "prize",
      "chain",
      "beacon",
      "seed",
      "winners",
      "timestamps",
    ]);
    expect(wire().committed).toMatchObject({
      algorithm: "pdraw/2",
      draw_id: proof.committed.drawId,
      n: 5,
      prizes: 4,
      round: 1000,
    });
    expect(wire().beacon).toEqual(proof.beacon);
  });

  it.each<[string, unknown]>([
    ["proof", null],
    ["proof", []],
    ["proof.format", { ...wire(), format: "pdraw-proof/4" }],
    ["proof.prize", { ...wire(), prize: undefined }],
    ["proof.committed.prize_sha256", { ...wire(), committed: { ...wire().committed, prize_sha256: undefined } }],
    ["proof.commitment", { ...wire(), commitment: proof.commitment.toUpperCase() }],
    ["proof.committed", { ...wire(), committed: undefined }],
    ["proof.committed.n", { ...wire(), committed: { ...wire().committed, n: "5" } }],
    ["proof.committed.round", { ...wire(), committed: { ...wire().committed, round: 1.5 } }],
    ["proof.chain.scheme", { ...wire(), chain: { ...wire().chain, scheme: "pedersen-bls-chained" } }],
    ["proof.chain.period_seconds", { ...wire(), chain: { ...wire().chain, period_seconds: 0 } }],
    ["proof.beacon.signature", { ...wire(), beacon: { ...wire().beacon, signature: "00" } }],
    ["proof.winners", { ...wire(), winners: {} }],
    ["proof.winners[0]", { ...wire(), winners: [3] }],
    ["proof.winners[0].path[0]", { ...wire(), winners: [{ ...wireWinner(), path: [["X", "00"]] }] }],
    ["proof.winners[0].path[0]", { ...wire(), winners: [{ ...wireWinner(), path: [["L", "00"]] }] }],
  ])("is refused with the name of the field that is wrong: %s", (field, bad) => {
    const parsed = parseProof(JSON.stringify(bad));
    expect(parsed).toMatchObject({ ok: false, error: "not_a_proof" });
    expect(parsed.ok ? "" : parsed.problem.split(": ")[0]).toBe(field);
  });

  it("is refused if it is no JSON", () => {
    expect(parseProof("<html>")).toMatchObject({ ok: false, error: "not_a_proof" });
  });
});

describe("proof.json of several prizes", () => {
  const several = () => JSON.parse(proofJson(prizesDraw(20, { prizes: 3, onePrizeAPerson: true }).proof));
  const firstPrize = (change: object) => ({ ...several(), prizes: [{ ...several().prizes[0], ...change }] });

  it("has picks and prizes instead of winners", () => {
    expect(Object.keys(several())).toEqual([
      ...["format", "commitment", "committed", "prize", "chain", "beacon", "seed", "picks", "prizes", "timestamps"],
    ]);
    expect(several().committed).toMatchObject({ algorithm: "pdraw/3", one_prize_a_person: true, picks: 12, prizes: 3 });
    expect(several().prizes[0]).toEqual({ prize: 1, winner: 0, reserves: [3, 6, 9], passed_over: [] });
  });

  it.each<[string, unknown]>([
    ["proof.picks", { ...several(), picks: undefined }],
    ["proof.prizes", { ...several(), prizes: undefined }],
    ["proof.committed.prizes", { ...several(), committed: { ...several().committed, prizes: 11 } }],
    ["proof.committed.one_prize_a_person", { ...several(), committed: { ...several().committed, one_prize_a_person: "yes" } }],
    ["proof.prizes[0].winner", firstPrize({ winner: -1 })],
    ["proof.prizes[0].reserves[1]", firstPrize({ reserves: [3, "6"] })],
    ["proof.prizes[0].passed_over[0].reason", firstPrize({ passed_over: [{ pick: 0, reason: "unlucky" }] })],
  ])("is refused with the name of the field that is wrong: %s", (field, bad) => {
    const parsed = parseProof(JSON.stringify(bad));
    expect(parsed.ok ? "" : parsed.problem.split(": ")[0]).toBe(field);
  });
});

it.each([
  ["pdraw/1", null, "a217a2d16b1e1526a80cc4751c6e49c90a9a925353cc198a0853bf06190d92bf"],
  ["pdraw/2", undefined, "694e67c95fc7db276cd3a5dfe1cc2708df3e60347247d6a25fea1de33cdc1b85"],
])("proof.json of %s keeps the bytes that it has always had", (_, sealed, hash) => {
  expect(prizeHash(proofJson(quicknetDraw(20, sealed).proof))).toBe(hash);
});

function wireWinner(): Record<string, unknown> {
  return (wire().winners as unknown as Record<string, unknown>[])[0] ?? {};
}
