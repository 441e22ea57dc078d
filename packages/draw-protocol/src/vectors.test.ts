/** This implementation reproduces every number of the published vectors. */
import { describe, expect, it } from "vitest";
import { exampleEntries, quicknetRound, vectorsText } from "../test/example-draw.fixture.ts";
import { QUICKNET, roundAt } from "./chain.ts";
import { commitmentHash, commitmentJson, commitTo } from "./commitment.ts";
import { writeEntries } from "./entry-list.ts";
import { merkleTree } from "./merkle-tree.ts";
import { verifyPath } from "./merkle.ts";
import { drawPicks, drawSeed, pickIndex } from "./pick.ts";
import { parsePrize, prizeHash, prizeJson } from "./prize.ts";

type Winner = {
  prize: number;
  pool_size: number;
  pool_index: number;
  rejected: number;
  list_index: number;
  ticket: number;
  leaf: string;
  path: [];
};
type Draw = {
  name: string;
  tickets: { count: number; step: number };
  /** From pdraw/2 on. */
  prize?: string;
  prize_sha256?: string;
  first_line: string;
  round: number;
  commitment_json: string;
  commitment: string;
  randomness: string;
  seed: string;
  winners: Winner[];
};
type Vectors = {
  draws: Draw[];
  picks: { seed: string; k: number; m: string; index: string; rejected: number }[];
  round_at_or_after: { t: number; round: number }[];
};

const { draws: firstDraws, picks, round_at_or_after } = JSON.parse(vectorsText("vectors.json")) as Vectors;
const second = JSON.parse(vectorsText("vectors-2.json")) as Vectors;

describe.each([...firstDraws, ...second.draws])("the published draw $name", (draw) => {
  const entries = writeEntries(exampleEntries(draw.name, draw.tickets.count, draw.tickets.step));
  const given = JSON.parse(draw.commitment_json) as { draw_id: string; closed_at: number; prizes: number };
  const rule = commitTo({
    drawId: given.draw_id,
    closedAt: given.closed_at,
    entries,
    chain: QUICKNET,
    prizeSha256: draw.prize_sha256,
  });
  // The vectors use other numbers of prizes than the shop's rule.
  const committed = { ...rule, prizes: given.prizes };

  it("has its list, round and commitment", () => {
    expect(new TextDecoder().decode(entries.line(0))).toBe(draw.first_line);
    expect(committed.round).toBe(draw.round);
    expect(commitmentJson(committed)).toBe(draw.commitment_json);
    expect(commitmentHash(committed)).toBe(draw.commitment);
  });

  it("has its seed, winners and paths", () => {
    expect(quicknetRound(draw.round).randomness).toBe(draw.randomness);
    const seed = drawSeed(draw.commitment, draw.randomness);
    expect(Buffer.from(seed).toString("hex")).toBe(draw.seed);
    const tree = merkleTree(entries.lines(), entries.length);
    const winners = drawPicks(seed, entries.length, given.prizes).map((pick) => ({
      prize: pick.prize,
      pool_size: pick.poolSize,
      pool_index: pick.poolIndex,
      rejected: pick.rejected,
      list_index: pick.listIndex,
      ticket: entries.entry(pick.listIndex).number,
      leaf: new TextDecoder().decode(entries.line(pick.listIndex)),
      path: tree.path(pick.listIndex),
    }));
    expect(winners).toEqual(draw.winners);
    for (const { leaf, list_index, path } of draw.winners) {
      const inclusion = { line: new TextEncoder().encode(leaf), index: list_index, n: entries.length, path };
      expect(verifyPath(inclusion, committed.merkleRoot)).toBe(true);
    }
  });
});

describe.each(second.draws)("the published prize of $name", ({ prize = "", prize_sha256 }) => {
  it("has its hash and its canonical form", () => {
    expect(prizeHash(prize)).toBe(prize_sha256);
    const read = parsePrize(prize);
    expect(read.ok && prizeJson(read.value)).toBe(prize);
  });
});

describe("the published picks and rounds", () => {
  it.each(picks)("pick $k of $m is $index", ({ seed, k, m, index, rejected }) => {
    expect(pickIndex(Buffer.from(seed, "hex"), k, BigInt(m))).toEqual({ index: BigInt(index), rejected });
  });

  it.each(round_at_or_after)("the round at or after $t is $round", ({ t, round }) => {
    expect(roundAt(QUICKNET, t)).toBe(round);
  });

  it("are complete", () => {
    expect([firstDraws.length, second.draws.length, picks.length, round_at_or_after.length]).toEqual([4, 3, 10, 6]);
  });
});
