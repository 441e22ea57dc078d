/** Recomputes every case of a file of test vectors in the form of `vectors/vectors.json`. */
import { createHash } from "node:crypto";
import {
  ALGORITHMS,
  type Beacon,
  type Commitment,
  chainHash,
  closingRound,
  commitmentHash,
  commitmentJson,
  commitTo,
  drawPicks,
  drawSeed,
  type EntryList,
  type Fact,
  MAX_PRIZES,
  merkleTree,
  parsePrize,
  pickIndex,
  prizeHash,
  prizeJson,
  prizesOf,
  QUICKNET,
  randomnessOf,
  roundAt,
  timeOf,
  verifyPath,
  verifySignature,
  writeEntries,
} from "../src/index.ts";
import { type Fields, FormatError, fieldsOf } from "../src/json-fields.ts";

const ANY = /^.*$/su;
const HASH = /^[0-9a-f]{64}$/;
const RULE = "number=1+i*step; tag=hex(SHA256('tag|'+name+'|'+number)[:16])";

/**
 * Returns a fact for each number of the vectors' JSON; an unreadable case is a fact that differs.
 * @throws a FormatError or SyntaxError if the file contains no vectors
 */
export async function checkVectors(text: string, readBeside: (name: string) => Promise<string>): Promise<Fact[]> {
  const file = fieldsOf(JSON.parse(text), "vectors");
  const algorithm = file.text("algorithm", ANY);
  const facts = [fact("algorithm", ALGORITHMS.find((known) => known === algorithm) ?? "pdraw/2", algorithm)];
  const beacons = new Map<number, Beacon>();
  try {
    const given = fieldsOf(JSON.parse(await readBeside(file.text("beacons_from", ANY))), "beacons");
    facts.push(...chainFacts(given), ...given.list("beacons", (value, where) => beaconFacts(value, where, beacons)).flat());
  } catch (error) {
    facts.push(unreadable("beacons", error));
  }
  const each = (key: string, check: (fields: Fields, where: string) => Fact[]) => {
    const checkOne = (value: unknown, where: string) => attempt(where, () => check(fieldsOf(value, where), where));
    return attempt(key, () => file.list(key, checkOne).flat());
  };
  facts.push(...each("draws", (fields, where) => drawFacts(fields, where, { algorithm, beacons })));
  facts.push(...each("picks", pickFacts), ...each("round_at_or_after", roundFacts));
  return facts;
}

function chainFacts(given: Fields): Fact[] {
  return [
    fact("chain_hash", given.text("chain_hash", ANY), chainHash(QUICKNET)),
    fact("public_key", given.text("public_key", ANY), QUICKNET.publicKey),
    fact("group_hash", given.text("group_hash", ANY), QUICKNET.groupHash),
    fact("genesis_time", given.whole("genesis_time", 0), QUICKNET.genesisTime),
    fact("period_seconds", given.whole("period_seconds", 1), QUICKNET.periodSeconds),
  ];
}

function beaconFacts(value: unknown, where: string, known: Map<number, Beacon>): Fact[] {
  return attempt(where, () => {
    const fields = fieldsOf(value, where);
    const round = fields.whole("round", 1);
    const signature = fields.text("signature", /^[0-9a-f]*$/);
    const randomness = fields.text("randomness", ANY);
    known.set(round, { round, signature, randomness });
    return [
      fact(`${where}.signature`, "true", String(verifySignature(QUICKNET, round, signature))),
      fact(`${where}.signature of the next round`, "false", String(verifySignature(QUICKNET, round + 1, signature))),
      fact(`${where}.randomness`, randomness, randomnessOf(signature)),
      fact(`${where}.time_unix`, fields.whole("time_unix", 0), timeOf(QUICKNET, round)),
    ];
  });
}

function drawFacts(
  draw: Fields,
  where: string,
  { algorithm, beacons }: { algorithm: string; beacons: ReadonlyMap<number, Beacon> },
): Fact[] {
  const named = fieldsOf(JSON.parse(draw.text("commitment_json", ANY)), `${where}.commitment_json`);
  const entries = ticketsOf(draw);
  const isThird = algorithm === "pdraw/3";
  const prizeRules = isThird
    ? { prizes: named.whole("prizes", 1, MAX_PRIZES), onePrizeAPerson: named.truth("one_prize_a_person") }
    : undefined;
  const picks = named.whole(isThird ? "picks" : "prizes", 1);
  const closedAt = named.whole("closed_at", 0);
  const prize = named.has("prize_sha256") || draw.has("prize") ? draw.text("prize", ANY) : undefined;
  const prizeSha256 = prize === undefined ? undefined : prizeHash(prize);
  const committed = {
    ...commitTo({ drawId: named.text("draw_id", ANY), closedAt, entries, chain: QUICKNET, prizeSha256, prizeRules }),
    // Older vectors use other numbers of picks than the shop's rule.
    ...(!isThird && { picks }),
  };
  const commitment = commitmentHash(committed);
  const beacon = beacons.get(committed.round);
  const randomness = beacon && randomnessOf(beacon.signature);
  const seed = drawSeed(commitment, randomness ?? draw.text("randomness", HASH));
  return [
    ...(prize === undefined ? [] : [fact(`${where}.prize_sha256`, draw.text("prize_sha256", ANY), prizeHash(prize))]),
    ...(prize === undefined ? [] : [fact(`${where}.prize spelled again`, prize, spelledAgain(prize))]),
    fact(`${where}.first_line`, draw.text("first_line", ANY), lineAt(entries, 0)),
    fact(`${where}.round`, draw.whole("round", 1), closingRound(QUICKNET, closedAt)),
    fact(`${where}.commitment_json`, draw.text("commitment_json", ANY), commitmentJson(committed)),
    fact(`${where}.commitment`, draw.text("commitment", ANY), commitment),
    fact(`${where}.randomness`, draw.text("randomness", ANY), randomness ?? `unknown: no beacon of round ${committed.round}`),
    fact(`${where}.seed`, draw.text("seed", ANY), Buffer.from(seed).toString("hex")),
    ...pickedFacts(draw, where, entries, drawPicks(seed, entries.length, committed.picks), isThird),
    ...(isThird ? prizeFacts(draw, where, committed) : []),
  ];
}

/** The text of a document in its canonical form. */
function spelledAgain(prize: string): string {
  const read = parsePrize(prize);
  return read.ok ? prizeJson(read.value) : read.problem;
}

function pickedFacts(
  draw: Fields,
  where: string,
  entries: EntryList,
  picks: ReturnType<typeof drawPicks>,
  isThird: boolean,
): Fact[] {
  const tree = merkleTree(entries.lines(), entries.length);
  const list = isThird ? "picks" : "winners";
  const claimed = draw.list(list, (value, at) => ({ at, value, fields: fieldsOf(value, at) }));
  const facts = [fact(`${where}.${list}`, claimed.length, picks.length)];
  for (const [k, pick] of picks.entries()) {
    const winner = claimed[k];
    if (!winner) continue;
    const path = tree.path(pick.listIndex);
    const leaf = lineAt(entries, pick.listIndex);
    const inclusion = { line: entries.line(pick.listIndex), index: pick.listIndex, n: entries.length, path };
    const computed = {
      [isThird ? "pick" : "prize"]: pick.pick,
      pool_size: pick.poolSize,
      pool_index: pick.poolIndex,
      rejected: pick.rejected,
      list_index: pick.listIndex,
      ticket: entries.entry(pick.listIndex).number,
      leaf,
    };
    for (const [key, value] of Object.entries(computed)) {
      const claimed = typeof value === "number" ? winner.fields.whole(key, 0) : winner.fields.text(key, ANY);
      facts.push(fact(`${winner.at}.${key}`, claimed, value));
    }
    facts.push(fact(`${winner.at}.path`, JSON.stringify(winner.fields.list("path", (step) => step)), JSON.stringify(path)));
    facts.push(fact(`${winner.at}.path verified`, "true", String(verifyPath(inclusion, tree.root))));
  }
  return facts;
}

/** In the vectors, `persons` people take the tickets in turn: ticket t belongs to person t mod `persons`. */
function prizeFacts(draw: Fields, where: string, committed: Commitment): Fact[] {
  const persons = draw.has("persons") ? draw.whole("persons", 1) : undefined;
  const tickets = draw.list("picks", (value, at) => fieldsOf(value, at).whole("ticket", 1));
  const personOf = (pick: number) => (tickets[pick] ?? 0) % (persons ?? 1);
  const hasWon = (pick: number, won: readonly number[]) => won.some((each) => personOf(each) === personOf(pick));
  const computed = prizesOf(committed, persons === undefined ? undefined : hasWon).map(
    ({ prize, winner, reserves, passedOver }) => ({ prize, winner: winner ?? null, reserves, passed_over: passedOver }),
  );
  const claimed = draw.list("prizes", (value) => JSON.stringify(value));
  return [
    fact(`${where}.prizes`, claimed.length, computed.length),
    ...computed.map((prize, i) => fact(`${where}.prizes[${i}]`, claimed[i] ?? "none", JSON.stringify(prize))),
  ];
}

function pickFacts(fields: Fields, where: string): Fact[] {
  const seed = Buffer.from(fields.text("seed", HASH), "hex");
  const { index, rejected } = pickIndex(seed, fields.whole("k", 0), BigInt(fields.text("m", /^[0-9]+$/)));
  return [
    fact(`${where}.index`, fields.text("index", ANY), String(index)),
    fact(`${where}.rejected`, fields.whole("rejected", 0), rejected),
  ];
}

function roundFacts(fields: Fields, where: string): Fact[] {
  return [fact(where, fields.whole("round", 1), roundAt(QUICKNET, fields.whole("t", 0)))];
}

/** The tickets of a case, generated by the rule that the file names. */
function ticketsOf(draw: Fields): EntryList {
  const name = draw.text("name", ANY);
  const tickets = draw.object("tickets");
  if (tickets.text("rule", ANY) !== RULE) throw new FormatError(`tickets.rule: only "${RULE}" is known`);
  const step = tickets.whole("step", 1);
  return writeEntries(
    Array.from({ length: tickets.whole("count", 1) }, (_, i) => {
      const number = 1 + i * step;
      return { number, tag: createHash("sha256").update(`tag|${name}|${number}`).digest("hex").slice(0, 32) };
    }),
  );
}

function lineAt(entries: EntryList, index: number): string {
  return new TextDecoder().decode(entries.line(index));
}

function attempt(where: string, check: () => Fact[]): Fact[] {
  try {
    return check();
  } catch (error) {
    return [unreadable(where, error)];
  }
}

function unreadable(where: string, error: unknown): Fact {
  return fact(where, "a readable case", error instanceof Error ? error.message : String(error));
}

function fact(name: string, claimed: string | number, computed: string | number): Fact {
  return { name, claimed: String(claimed), computed: String(computed) };
}
