/**
 * A second implementation of pdraw/3, written from docs/draw-protocol.md with Node's own cryptography.
 * It shares no code with `src`, so that a mistake there does not repeat itself in the vectors.
 */
import { createHash, createHmac, hkdfSync } from "node:crypto";

export type DrawInput = {
  readonly name: string;
  readonly tickets: { readonly count: number; readonly step: number };
  /** The text of the prize document. */
  readonly prize: string;
  readonly draw_id: string;
  readonly closed_at: number;
  readonly one_prize_a_person: boolean;
  /** Ticket t belongs to person t mod `persons`; null if each ticket has an owner of its own. */
  readonly persons: number | null;
};

type Step = readonly ["L" | "R", string];

const CHAIN = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesis: 1_692_803_367,
  period: 3,
  wait: 600,
};

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Steps 2 to 7 for a list whose tags follow from the name of the draw. */
export function redraw(input: DrawInput, randomness: string) {
  const lines = Array.from({ length: input.tickets.count }, (_, i) => {
    const number = 1 + i * input.tickets.step;
    return `${number},${sha256(`tag|${input.name}|${number}`).toString("hex").slice(0, 32)}`;
  });
  const n = lines.length;
  const prizes: number = JSON.parse(input.prize).prizes.length;
  const sinceGenesis = input.closed_at + CHAIN.wait - CHAIN.genesis;
  const round = Math.max(1, Math.ceil(sinceGenesis / CHAIN.period) + 1);
  const commitment_json = sortedJson({
    algorithm: "pdraw/3",
    draw_id: input.draw_id,
    closed_at: input.closed_at,
    chain_hash: CHAIN.hash,
    round,
    n,
    merkle_root: tree(lines).toString("hex"),
    entries_sha256: sha256(lines.map((line) => `${line}\n`).join("")).toString("hex"),
    prize_sha256: sha256(input.prize).toString("hex"),
    prizes,
    picks: Math.min(4 * prizes, n),
    one_prize_a_person: input.one_prize_a_person,
  });
  const commitment = sha256(commitment_json);
  const seed = Buffer.from(hkdfSync("sha256", Buffer.from(randomness, "hex"), commitment, "pdraw/1 seed", 32));
  const picks = pickAll(seed, lines, Math.min(4 * prizes, n));
  return {
    prize_sha256: sha256(input.prize).toString("hex"),
    first_line: lines[0],
    round,
    commitment_json,
    commitment: commitment.toString("hex"),
    randomness,
    seed: seed.toString("hex"),
    picks,
    prizes: award(
      picks.map(({ ticket }) => ticket),
      prizes,
      input,
    ),
  };
}

function pickAll(seed: Buffer, lines: readonly string[], count: number) {
  const pool = lines.map((leaf, list_index) => ({ leaf, list_index }));
  return Array.from({ length: count }, (_, pick) => {
    const pool_size = pool.length;
    const { index, rejected } = uniform(seed, pick, pool_size);
    const [picked] = pool.splice(index, 1);
    if (!picked) throw new Error("the pool has this index");
    const { leaf, list_index } = picked;
    const ticket = Number(leaf.split(",")[0]);
    return { pick, pool_size, pool_index: index, rejected, list_index, ticket, leaf, path: path(lines, list_index) };
  });
}

function uniform(seed: Buffer, pick: number, size: number): { index: number; rejected: number } {
  const counters = Buffer.alloc(8);
  counters.writeUInt32BE(pick, 0);
  const limit = 2n ** 256n - (2n ** 256n % BigInt(size));
  for (let rejected = 0; ; rejected++) {
    counters.writeUInt32BE(rejected, 4);
    const x = BigInt(`0x${createHmac("sha256", seed).update("pdraw/1 pick").update(counters).digest("hex")}`);
    if (x < limit) return { index: Number(x % BigInt(size)), rejected };
  }
}

/** Step 7, played pick by pick. */
function award(tickets: readonly number[], prizes: number, { one_prize_a_person, persons }: DrawInput) {
  const results = Array.from({ length: prizes }, (_, i) => ({
    prize: i + 1,
    winner: null as number | null,
    reserves: [] as number[],
    passed_over: [] as { pick: number; reason: string }[],
  }));
  const winners = new Set<number>();
  for (const [pick, ticket] of tickets.entries()) {
    const result = results[pick % prizes];
    if (!result) throw new Error("every pick is for a prize");
    const person = persons === null ? -ticket : ticket % persons;
    if (result.winner !== null) result.reserves.push(pick);
    else if (one_prize_a_person && winners.has(person)) result.passed_over.push({ pick, reason: "already_won" });
    else {
      result.winner = pick;
      winners.add(person);
    }
  }
  return results;
}

/** RFC 6962, section 2.1. */
function tree(lines: readonly string[]): Buffer {
  if (lines.length === 1) return sha256(Buffer.of(0), lines[0] ?? "");
  const split = splitOf(lines.length);
  return sha256(Buffer.of(1), tree(lines.slice(0, split)), tree(lines.slice(split)));
}

/** The siblings from the leaf to the root. */
function path(lines: readonly string[], index: number): Step[] {
  if (lines.length === 1) return [];
  const split = splitOf(lines.length);
  const [left, right] = [lines.slice(0, split), lines.slice(split)];
  return index < split
    ? [...path(left, index), ["R", tree(right).toString("hex")]]
    : [...path(right, index - split), ["L", tree(left).toString("hex")]];
}

function splitOf(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

/** Compact JSON with sorted keys, at every depth. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${sortedJson(each)}`).join(",")}}`;
}
