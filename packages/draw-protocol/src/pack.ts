/** The evidence pack of a draw: the files that a zip contains, and the proof that they make up. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Commitment, commitmentJson } from "./commitment.ts";
import { FormatError, fieldsOf } from "./json-fields.ts";
import { proofFields, readProof } from "./proof-json.ts";
import type { DrawProof } from "./proof.ts";

const FORMAT = "pdraw-pack/1";
const HASH = /^[0-9a-f]{64}$/;
const ANY = /^.*$/su;

/** Names are flat, so that no name leads to another folder. */
export const PACK_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Files by name. */
export type PackFiles = Readonly<Record<string, Uint8Array>>;

type PackOptions = { readonly entriesUrl?: string; readonly more?: PackFiles };

/**
 * All files of a pack except `entries.csv`, which the caller adds to the zip: the manifest lists it by its
 * committed hash. With `entriesUrl`, the pack has `entries.json` instead.
 * @param options.more further files, which are listed in the manifest and not interpreted
 * @throws a RangeError for a name that is not in the form of `PACK_NAME`
 */
export function packFiles(proof: DrawProof, options: PackOptions = {}): PackFiles {
  const { committed: _, prize: __, chain, beacon, timestamps: ___, ...result } = proofFields(proof);
  return listedFiles(
    { ...proof, drawId: proof.committed.drawId },
    { "round.json": jsonBytes({ chain, beacon }), "result.json": jsonBytes(result) },
    options,
  );
}

/** A draw before its result. `committed` and `timestamps` exist from the freeze on. */
export type UndrawnPack = {
  readonly drawId: string;
  readonly committed?: Commitment | undefined;
  readonly prize?: string | undefined;
  readonly timestamps?: DrawProof["timestamps"];
};

/** Like `packFiles`, for a draw without a result. `readPack` answers `not_drawn` for it. */
export function undrawnPackFiles(draw: UndrawnPack, options: PackOptions = {}): PackFiles {
  return listedFiles(draw, {}, options);
}

function listedFiles(
  { drawId, committed, prize, timestamps = [] }: UndrawnPack,
  results: PackFiles,
  { entriesUrl, more = {} }: PackOptions,
): PackFiles {
  const entriesSha256 = committed?.entriesSha256;
  const files: Record<string, Uint8Array> = {
    ...more,
    ...(committed && { "commitment.json": utf8ToBytes(commitmentJson(committed)) }),
    ...(prize !== undefined && { "prize.json": utf8ToBytes(prize) }),
    ...results,
    ...(committed?.prizeSha256 !== undefined && { "timestamps.json": jsonBytes(timestamps) }),
    ...(entriesUrl !== undefined && { "entries.json": jsonBytes({ sha256: entriesSha256, url: entriesUrl }) }),
  };
  const hashes = Object.entries(files).map(([name, bytes]) => [name, bytesToHex(sha256(bytes))] as const);
  const listed =
    entriesUrl === undefined && entriesSha256 !== undefined ? [...hashes, ["entries.csv", entriesSha256] as const] : hashes;
  const wrong = listed.find(([name]) => !PACK_NAME.test(name) || name === "manifest.json");
  if (wrong) throw new RangeError(`a file of a pack cannot have the name ${wrong[0]}`);
  const manifest = {
    format: FORMAT,
    draw_id: drawId,
    files: Object.fromEntries(listed.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
  return { "manifest.json": jsonBytes(manifest), ...files };
}

function jsonBytes(value: unknown): Uint8Array {
  return utf8ToBytes(`${JSON.stringify(value, undefined, 1)}\n`);
}

/** The list is in the pack, or elsewhere with the committed hash. */
export type PackedEntries = { readonly csv: Uint8Array } | { readonly url: string };

export type ReadPack =
  | { readonly ok: true; readonly value: { readonly proof: DrawProof; readonly entries: PackedEntries } }
  /** `not_drawn`: made before the result; its files are as listed. */
  | { readonly ok: false; readonly error: "not_a_pack" | "not_drawn"; readonly problem: string };

/** Checks the files against the manifest and reads the proof, without verifying it (see `verifyDraw`). */
export function readPack(files: ReadonlyMap<string, Uint8Array>): ReadPack {
  try {
    const drawId = checkManifest(files);
    if (!files.has("round.json") && !files.has("result.json"))
      return {
        ok: false,
        error: "not_drawn",
        problem: "made before the winner was drawn: it has no round.json and no result.json",
      };
    const commitment = jsonOf(files, "commitment.json");
    const algorithm = fieldsOf(commitment, "commitment.json").text("algorithm", /^pdraw\/[123]$/);
    const round = fieldsOf(jsonOf(files, "round.json"), "round.json");
    const result = jsonOf(files, "result.json");
    const format = fieldsOf(result, "result.json").text("format", /^pdraw-proof\/[123]$/);
    if (format !== algorithm.replace("pdraw", "pdraw-proof"))
      throw new FormatError(`result.json: the format ${format} does not belong to ${algorithm}`);
    const isFirst = algorithm === "pdraw/1";
    const proof = readProof({
      ...Object(result),
      committed: commitment,
      prize: isFirst ? undefined : textOf(files, "prize.json"),
      chain: round.value("chain"),
      beacon: round.value("beacon"),
      timestamps: files.has("timestamps.json") ? jsonOf(files, "timestamps.json") : [],
    });
    if (commitmentJson(proof.committed) !== textOf(files, "commitment.json"))
      throw new FormatError("commitment.json: only the committed fields, as compact JSON with sorted keys, are expected");
    if (proof.committed.drawId !== drawId) throw new FormatError("manifest.json: its draw_id is not that of commitment.json");
    return { ok: true, value: { proof, entries: entriesOf(files, proof) } };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ok: false, error: "not_a_pack", problem: error.message };
  }
}

/** Returns the draw's id. */
function checkManifest(files: ReadonlyMap<string, Uint8Array>): string {
  const manifest = fieldsOf(jsonOf(files, "manifest.json"), "manifest.json");
  manifest.text("format", /^pdraw-pack\/1$/);
  const listed = manifest.object("files");
  const names = listed.names();
  for (const name of names) {
    const bytes = files.get(name);
    if (!bytes) throw new FormatError(`${name}: missing, but listed in manifest.json`);
    const [claimed, computed] = [listed.text(name, HASH), bytesToHex(sha256(bytes))];
    if (claimed !== computed)
      throw new FormatError(`${name}: changed; manifest.json says SHA-256 ${claimed}, the file has ${computed}`);
  }
  const known = new Set([...names, "manifest.json"]);
  for (const name of files.keys()) if (!known.has(name)) throw new FormatError(`${name}: not listed in manifest.json`);
  return manifest.text("draw_id", ANY);
}

function entriesOf(files: ReadonlyMap<string, Uint8Array>, { committed }: DrawProof): PackedEntries {
  const csv = files.get("entries.csv");
  if (csv && files.has("entries.json")) throw new FormatError("entries.json: the pack has entries.csv as well");
  if (csv) return { csv };
  if (!files.has("entries.json")) throw new FormatError("entries.csv: missing, and so is entries.json");
  const entries = fieldsOf(jsonOf(files, "entries.json"), "entries.json");
  if (entries.text("sha256", HASH) !== committed.entriesSha256)
    throw new FormatError("entries.json: its sha256 is not that of commitment.json");
  return { url: entries.text("url", /^https?:\/\/[!-~]{1,500}$/) };
}

function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const bytes = files.get(name);
  if (!bytes) throw new FormatError(`${name}: missing`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FormatError(`${name}: not UTF-8`);
  }
}

function jsonOf(files: ReadonlyMap<string, Uint8Array>, name: string): unknown {
  const text = textOf(files, name);
  try {
    return JSON.parse(text);
  } catch {
    throw new FormatError(`${name}: not JSON`);
  }
}
