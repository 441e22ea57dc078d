/** The proof as a file, `proof.json`, with the field names of the commitment and of drand's responses. */
import type { Beacon } from "./beacon.ts";
import type { ChainInfo } from "./chain.ts";
import { algorithmOf, type Commitment, committedFields } from "./commitment.ts";
import { type Fields, FormatError, fieldsOf, list, text } from "./json-fields.ts";
import type { PathStep } from "./merkle.ts";
import type { DrawProof, Winner } from "./proof.ts";

/** Changes if a reader of the old form would misread the new one. */
const FORMATS = { "pdraw/1": "pdraw-proof/1", "pdraw/2": "pdraw-proof/2" } as const;

const HASH = /^[0-9a-f]{64}$/;
const ANY = /^.*$/su;
const ID = /^[ -~]{1,200}$/;

export function proofJson({ committed: c, commitment, prize, chain, beacon, seed, winners, timestamps }: DrawProof): string {
  const wire = {
    format: FORMATS[algorithmOf(c.prizeSha256)],
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
    winners: winners.map((w) => ({
      prize: w.prize,
      pool_size: w.poolSize,
      pool_index: w.poolIndex,
      rejected: w.rejected,
      list_index: w.listIndex,
      ticket: w.ticket,
      leaf: w.leaf,
      path: w.path,
    })),
    timestamps: c.prizeSha256 === undefined ? undefined : timestamps,
  };
  return `${JSON.stringify(wire, undefined, 1)}\n`;
}

/** Reads `proof.json` without verifying it (see `verifyDraw`). `problem` names the malformed field. */
export function parseProof(json: string): { ok: true; value: DrawProof } | { ok: false; error: "not_a_proof"; problem: string } {
  try {
    const fields = fieldsOf(JSON.parse(json), "proof");
    const isFirst = fields.text("format", /^pdraw-proof\/[12]$/) === FORMATS["pdraw/1"];
    const value = {
      committed: committedOf(fields.object("committed"), isFirst),
      commitment: fields.text("commitment", HASH),
      prize: isFirst ? undefined : fields.text("prize", ANY),
      chain: chainOf(fields.object("chain")),
      beacon: beaconOf(fields.object("beacon")),
      seed: fields.text("seed", HASH),
      winners: fields.list("winners", winnerOf),
      timestamps: isFirst ? [] : fields.list("timestamps", timestampOf),
    };
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
    return { ok: false, error: "not_a_proof", problem: error.message };
  }
}

function committedOf(fields: Fields, isFirst: boolean): Commitment {
  return {
    algorithm: fields.text("algorithm", ID),
    chainHash: fields.text("chain_hash", HASH),
    closedAt: fields.whole("closed_at", 0),
    drawId: fields.text("draw_id", ID),
    entriesSha256: fields.text("entries_sha256", HASH),
    merkleRoot: fields.text("merkle_root", HASH),
    n: fields.whole("n", 0),
    prizeSha256: isFirst ? undefined : fields.text("prize_sha256", HASH),
    prizes: fields.whole("prizes", 0),
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

function winnerOf(value: unknown, where: string): Winner {
  const fields = fieldsOf(value, where);
  return {
    prize: fields.whole("prize", 0),
    poolSize: fields.whole("pool_size", 0),
    poolIndex: fields.whole("pool_index", 0),
    rejected: fields.whole("rejected", 0),
    listIndex: fields.whole("list_index", 0),
    ticket: fields.whole("ticket", 0),
    leaf: fields.text("leaf", /^[0-9]{1,16},[0-9a-f]{32}$/),
    path: fields.list("path", pathStepOf),
  };
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
