import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `origin` is the shop's, where the files were fetched from one. */
export type ProofFiles = {
  readonly proofText: string;
  readonly csv: Uint8Array;
  readonly origin: string | undefined;
  /** The draw that the address names, where it names one. */
  readonly drawId: string | undefined;
};

const TIMEOUT_MS = 120_000;
/** A proof is some kilobytes, with its stamps some dozens. */
const LARGEST_PROOF_BYTES = 16 * 1024 * 1024;
/** As much as a file may have that is read from a disk. */
const LARGEST_LIST_BYTES = 2 ** 31 - 1;

/** `sources`: a proof page's address, its proof.json, a folder, or both files in any order. */
export async function readSource(sources: readonly string[]): Promise<ProofFiles> {
  const [first = "", second, ...rest] = sources;
  if (rest.length > 0) throw new Error("give one address, one folder or two files");
  if (second !== undefined) return first.endsWith(".csv") ? readBoth(second, first) : readBoth(first, second);
  if (isAddress(first)) {
    const page = new URL(first);
    // Relative addresses replace the last part of a path, so a page's own needs its slash.
    if (!/\.json$|\/$/.test(page.pathname)) page.pathname += "/";
    const proof = page.pathname.endsWith(".json") ? page : new URL("proof.json", page);
    return readBoth(proof.href, new URL("entries.csv", page).href);
  }
  const isFolder = (await stat(first)).isDirectory();
  return isFolder
    ? readBoth(join(first, "proof.json"), join(first, "entries.csv"))
    : readBoth(first, join(dirname(first), "entries.csv"));
}

async function readBoth(proof: string, entries: string): Promise<ProofFiles> {
  const [proofBytes, csv] = await Promise.all([readOne(proof, LARGEST_PROOF_BYTES), readOne(entries, LARGEST_LIST_BYTES)]);
  const proofText = new TextDecoder().decode(proofBytes);
  if (!isAddress(proof)) return { proofText, csv, origin: undefined, drawId: undefined };
  const { origin, pathname } = new URL(proof);
  const drawId = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]*$/i.exec(pathname)?.[1]?.toLowerCase();
  return { proofText, csv, origin, drawId };
}

function readOne(place: string, atMost: number): Promise<Uint8Array> {
  return isAddress(place) ? fetchBytes(place, atMost) : readFile(place);
}

/** Somebody answered, and not with the file. */
export class Unanswered extends Error {}

/** A shop that is closed for a moment, or in front of which something gave up: that says nothing of its files. */
const AWAY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Throws an Unanswered for a refusal, and for more bytes than these: a shop that sends without end would fill the memory. Another Error where nobody answered. */
export async function fetchBytes(address: string, atMost: number): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (AWAY.has(response.status)) throw new Error(`${address} answered ${response.status}: try again later`);
  if (!response.ok) throw new Unanswered(`${address} answered ${response.status}`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > atMost) throw new Unanswered(`${address} sends more than ${atMost} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}
