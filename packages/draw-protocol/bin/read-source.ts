/** Fetches the two files of a proof from where a reader has them: an address, a folder, or two files. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `origin` is the shop's, where the files were fetched from one. */
export type ProofFiles = { readonly proofText: string; readonly csv: Uint8Array; readonly origin: string | undefined };

const TIMEOUT_MS = 120_000;

/**
 * @param sources one address of a proof page or of its proof.json, one folder, one proof.json with entries.csv beside it, or
 *                both files in any order
 * @throws an Error that says which file could not be read
 */
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
  const [proofBytes, csv] = await Promise.all([readOne(proof), readOne(entries)]);
  return { proofText: new TextDecoder().decode(proofBytes), csv, origin: isAddress(proof) ? new URL(proof).origin : undefined };
}

async function readOne(place: string): Promise<Uint8Array> {
  if (!isAddress(place)) return readFile(place);
  const response = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${place} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** DER of a certificate in a file, whether it is that or PEM. */
export async function readCertificate(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  const pem = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END/.exec(bytes.toString("latin1"))?.[1];
  return pem === undefined ? bytes : Buffer.from(pem, "base64");
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}
