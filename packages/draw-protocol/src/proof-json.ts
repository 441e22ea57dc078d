/** The proof as a file, `proof.json`, with the field names of the commitment and of drand's responses. */
import type { PassedOver, PrizeResult } from "./assign-prizes.ts";
import type { Beacon } from "./beacon.ts";
import type { ChainInfo } from "./chain.ts";
import { type Algorithm, algorithmOf, type Commitment, committedFields, MAX_PRIZES } from "./commitment.ts";
import { type Fields, FormatError, fieldsOf, list, text, whole } from "./json-fields.ts";
import type { PathStep } from "./merkle.ts";
import { type DrawProof, type PickedTicket, prizesOf } from "./proof.ts";

/** Changes if a reader of the old form would misread the new one. */
const FORMATS = {
  "pdraw/1": "pdraw-proof/1",
  "pdraw/2": "pdraw-proof/2",
  "pdraw/3": "pdraw-proof/3",
} as const satisfies Record<Algorithm, string>;

const HASH = /^[0-9a-f]{64}$/;
const ANY = /^.*$/su;
const ID = /^[ -~]{1,200}$/;

export function proofJson(proof: DrawProof): string {
  return `${JSON.stringify(proofFields(proof), undefined, 1)}\n`;
}

/** The fields of `proof.json` with their published names. */
export function proofFields(proof: DrawProof) {
  const { committed: c, commitment, prize, chain, beacon, seed, picks, prizes, timestamps } = proof;
  return {
    format: FORMATS[algorithmOf(c)],
    commitment,
    committed: committedFields(c),
    prize,
    chain: {
      scheme: chain.scheme,
      beacon_id: chain.beaconId,
      hash: chain.hash,
      group_hash: chain.groupHash,
      public_key: chain.publicKey,
      genesis_time: chain.genesisTime,
      period_seconds: chain.periodSeconds,
      delay_seconds: chain.delaySeconds,
    },
    beacon: { round: beacon.round, signature: beacon.signature, randomness: beacon.randomness },
    seed,
    ...(c.prizeRules
      ? { picks: picks.map((each) => ({ pick: each.pick, ...ticketFields(each) })), prizes: prizes.map(prizeFields) }
      : { winners: picks.map((each) => ({ prize: each.pick, ...ticketFields(each) })) }),
    timestamps: c.prizeSha256 === undefined ? undefined : timestamps,
  };
}

function ticketFields(picked: PickedTicket) {
  return {
    pool_size: picked.poolSize,
    pool_index: picked.poolIndex,
    rejected: picked.rejected,
    list_index: picked.listIndex,
    ticket: picked.ticket,
    leaf: picked.leaf,
    path: picked.path,
  };
}

function prizeFields({ prize, winner, reserves, passedOver }: PrizeResult) {
  return { prize, winner: winner ?? null, reserves, passed_over: passedOver };
}

/** Reads `proof.json` without verifying it (see `verifyDraw`). `problem` names the malformed field. */
export function parseProof(json: string): { ok: true; value: DrawProof } | { ok: false; error: "not_a_proof"; problem: string } {
  try {
    return { ok: true, value: readProof(JSON.parse(json)) };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
    return { ok: false, error: "not_a_proof", problem: error.message };
  }
}

/** @throws a FormatError that names the malformed field */
export function readProof(value: unknown): DrawProof {
  const fields = fieldsOf(value, "proof");
  const format = fields.text("format", /^pdraw-proof\/[123]$/);
  const isFirst = format === FORMATS["pdraw/1"];
  const hasPrizes = format === FORMATS["pdraw/3"];
  const committed = committedOf(fields.object("committed"), { isFirst, hasPrizes });
  const picks = hasPrizes ? fields.list("picks", pickOf("pick")) : fields.list("winners", pickOf("prize"));
  return {
    committed,
    commitment: fields.text("commitment", HASH),
    prize: isFirst ? undefined : fields.text("prize", ANY),
    chain: chainOf(fields.object("chain")),
    beacon: beaconOf(fields.object("beacon")),
    seed: fields.text("seed", HASH),
    picks,
    prizes: hasPrizes ? fields.list("prizes", prizeOf) : prizesOf({ picks: picks.length, prizeRules: undefined }),
    timestamps: isFirst ? [] : fields.list("timestamps", timestampOf),
  };
}

function committedOf(fields: Fields, { isFirst, hasPrizes }: { isFirst: boolean; hasPrizes: boolean }): Commitment {
  return {
    algorithm: fields.text("algorithm", ID),
    chainHash: fields.text("chain_hash", HASH),
    closedAt: fields.whole("closed_at", 0),
    drawId: fields.text("draw_id", ID),
    entriesSha256: fields.text("entries_sha256", HASH),
    merkleRoot: fields.text("merkle_root", HASH),
    n: fields.whole("n", 0),
    prizeSha256: isFirst ? undefined : fields.text("prize_sha256", HASH),
    picks: fields.whole(hasPrizes ? "picks" : "prizes", 0),
    prizeRules: hasPrizes
      ? { prizes: fields.whole("prizes", 1, MAX_PRIZES), onePrizeAPerson: fields.truth("one_prize_a_person") }
      : undefined,
    round: fields.whole("round", 0),
  };
}

function chainOf(fields: Fields): ChainInfo {
  fields.text("scheme", /^bls-unchained-g1-rfc9380$/);
  return {
    scheme: "bls-unchained-g1-rfc9380",
    beaconId: fields.text("beacon_id", ID),
    hash: fields.text("hash", HASH),
    groupHash: fields.text("group_hash", HASH),
    publicKey: fields.text("public_key", /^[0-9a-f]{192}$/),
    genesisTime: fields.whole("genesis_time", 0),
    periodSeconds: fields.whole("period_seconds", 1),
    delaySeconds: fields.whole("delay_seconds", 0),
  };
}

function beaconOf(fields: Fields): Beacon {
  return {
    round: fields.whole("round", 0),
    signature: fields.text("signature", /^[0-9a-f]{96}$/),
    randomness: fields.text("randomness", HASH),
  };
}

/** `key` is the field with the number of the pick: `prize` before pdraw/3. */
function pickOf(key: "pick" | "prize"): (value: unknown, where: string) => PickedTicket {
  return (value, where) => {
    const fields = fieldsOf(value, where);
    return {
      pick: fields.whole(key, 0),
      poolSize: fields.whole("pool_size", 0),
      poolIndex: fields.whole("pool_index", 0),
      rejected: fields.whole("rejected", 0),
      listIndex: fields.whole("list_index", 0),
      ticket: fields.whole("ticket", 0),
      leaf: fields.text("leaf", /^[0-9]{1,16},[0-9a-f]{32}$/),
      path: fields.list("path", pathStepOf),
    };
  };
}

function prizeOf(value: unknown, where: string): PrizeResult {
  const fields = fieldsOf(value, where);
  return {
    prize: fields.whole("prize", 1),
    winner: fields.has("winner") ? fields.whole("winner", 0) : undefined,
    reserves: fields.list("reserves", (pick, at) => whole(pick, at, 0)),
    passedOver: fields.list("passed_over", passedOverOf),
  };
}

function passedOverOf(value: unknown, where: string): PassedOver {
  const fields = fieldsOf(value, where);
  fields.text("reason", /^already_won$/);
  return { pick: fields.whole("pick", 0), reason: "already_won" };
}

function timestampOf(value: unknown, where: string): DrawProof["timestamps"][number] {
  const fields = fieldsOf(value, where);
  return { url: fields.text("url", /^[ -~]{1,500}$/), token: fields.text("token", /^[A-Za-z0-9+/]{1,100000}={0,2}$/) };
}

function pathStepOf(value: unknown, where: string): PathStep {
  const [side, hash, ...rest] = list(value, where, (each) => each);
  if ((side !== "L" && side !== "R") || rest.length > 0) throw new FormatError(`${where}: ["L" or "R", hash] is expected`);
  return [side, text(hash, where, HASH)];
}
