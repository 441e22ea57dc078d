/** This implementation reproduces every number of the published vectors. */
import { describe, expect, it } from "vitest";
import { exampleEntries, quicknetRound, vectorsText } from "../test/example-draw.fixture.ts";
import { redraw, sortedJson } from "../test/second-implementation.fixture.ts";
import { QUICKNET, roundAt } from "./chain.ts";
import { commitmentHash, commitmentJson, commitTo } from "./commitment.ts";
import { writeEntries } from "./entry-list.ts";
import { merkleTree } from "./merkle-tree.ts";
import { verifyPath } from "./merkle.ts";
import { drawPicks, drawSeed, pickIndex } from "./pick.ts";
import { parsePrize, prizeHash, prizeJson } from "./prize.ts";
import { proofJson } from "./proof-json.ts";
import { proveDraw } from "./proof.ts";
import { verifyDraw } from "./verify-draw.ts";

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
const third = JSON.parse(vectorsText("vectors-3.json")) as { draws: PrizesDraw[] };

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
  const committed = { ...rule, picks: given.prizes };

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
      prize: pick.pick,
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

type PrizesDraw = Omit<Draw, "winners" | "prize"> & {
  prize: string;
  persons: number | null;
  picks: (Omit<Winner, "prize"> & { pick: number })[];
  prizes: { prize: number; winner: number | null; reserves: number[]; passed_over: { pick: number; reason: string }[] }[];
};

describe.each(third.draws)("the published draw of pdraw/3 with $name", (draw) => {
  const { prize, persons } = draw;
  const entries = writeEntries(exampleEntries(draw.name, draw.tickets.count, draw.tickets.step));
  const given = JSON.parse(draw.commitment_json) as { draw_id: string; closed_at: number; one_prize_a_person: boolean };
  const { draw_id, closed_at, one_prize_a_person } = given;
  const document = parsePrize(prize);
  const prizes = document.ok ? document.value.prizes.length : 0;
  const committed = commitTo({
    drawId: draw_id,
    closedAt: closed_at,
    entries,
    chain: QUICKNET,
    prizeSha256: prizeHash(prize),
    prizeRules: { prizes, onePrizeAPerson: one_prize_a_person },
  });

  it("has its list, prize document, round and commitment", () => {
    expect(new TextDecoder().decode(entries.line(0))).toBe(draw.first_line);
    expect(prizeHash(prize)).toBe(draw.prize_sha256);
    expect(document.ok && prizeJson(document.value)).toBe(prize);
    expect(sortedJson(JSON.parse(prize))).toBe(prize);
    expect(committed.round).toBe(draw.round);
    expect(commitmentJson(committed)).toBe(draw.commitment_json);
    expect(commitmentHash(committed)).toBe(draw.commitment);
  });

  it("has its seed, picks, paths and prizes, and agrees", () => {
    const beacon = quicknetRound(draw.round);
    const ticketAt = (pick: number) => draw.picks[pick]?.ticket ?? 0;
    const personOf = (pick: number) => (persons === null ? pick : ticketAt(pick) % persons);
    const hasWon = (pick: number, won: readonly number[]) => won.some((each) => personOf(each) === personOf(pick));
    const proof = proveDraw({ committed, entries, prize, chain: QUICKNET, beacon, hasWon });
    const wire = JSON.parse(proofJson(proof)) as PrizesDraw;
    expect(wire.seed).toBe(draw.seed);
    expect(wire.picks).toEqual(draw.picks);
    expect(wire.prizes).toEqual(draw.prizes);
    expect(verifyDraw({ proof, csv: entries.csv }).agrees).toBe(true);
  });

  it("is the same in the second implementation", () => {
    const { name, tickets, prize: text, persons: owners, ...computed } = draw;
    const input = { name, tickets, prize: text, persons: owners, draw_id, closed_at, one_prize_a_person };
    expect(redraw(input, draw.randomness)).toEqual(computed);
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
    expect([firstDraws.length, second.draws.length, third.draws.length]).toEqual([4, 3, 11]);
    expect([picks.length, round_at_or_after.length]).toEqual([10, 6]);
  });
});
