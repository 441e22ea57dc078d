import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `origin` is the shop's, if the files were fetched from one. */
export type ProofFiles = {
  readonly proofText: string;
  readonly csv: Uint8Array;
  readonly origin: string | undefined;
  /** The draw named by the address, if any. */
  readonly drawId: string | undefined;
};

const TIMEOUT_MS = 120_000;
/** A proof has some kilobytes; its time-stamps may add some dozens. */
const LARGEST_PROOF_BYTES = 16 * 1024 * 1024;
/** The largest file that Node reads at once. */
export const LARGEST_LIST_BYTES = 2 ** 31 - 1;

/** Reads a proof page's address, a folder, or proof.json and entries.csv. Errors name the unreadable file. */
export async function readSource(sources: readonly string[]): Promise<ProofFiles> {
  const [first = "", second, ...rest] = sources;
  if (rest.length > 0) throw new Error("give one address, one folder or two files");
  if (second !== undefined) return first.endsWith(".csv") ? readBoth(second, first) : readBoth(first, second);
  if (isAddress(first)) {
    const page = new URL(first);
    // A relative address replaces the last part of a path, so the page's path needs its slash.
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

/** A file or an address. @throws an Error for more than `atMost` bytes */
export async function readOne(place: string, atMost: number): Promise<Uint8Array> {
  if (isAddress(place)) return fetchBytes(place, atMost);
  const { size } = await stat(place);
  if (size > atMost) throw new Error(`${place} has ${size} bytes; ${atMost} are allowed`);
  return readFile(place);
}

/** The server answered, but not with the file. */
export class UnusableResponse extends Error {}

/** The shop or its proxy is temporarily unavailable, which says nothing about its files. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** @throws an UnusableResponse for a refusal or more than `atMost` bytes; another Error without an answer */
export async function fetchBytes(address: string, atMost: number): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (TEMPORARY_STATUSES.has(response.status)) throw new Error(`${address} answered ${response.status}: try again later`);
  if (!response.ok) throw new UnusableResponse(`${address} answered ${response.status}`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > atMost) throw new UnusableResponse(`${address} sends more than ${atMost} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}
