/** The proof as a file: round trip, and refusals that name the field. */
import { describe, expect, it } from "vitest";
import { quicknetDraw } from "../test/example-draw.fixture.ts";
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

function wireWinner(): Record<string, unknown> {
  return (wire().winners as unknown as Record<string, unknown>[])[0] ?? {};
}
