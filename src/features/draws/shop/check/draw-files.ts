/** Fetches the files of a draw for a check; failures of the network are distinct from those of the shop. */
import type { CheckFailure } from "../../rules/check-state.ts";
import type { PictureFile } from "./check-messages.ts";

/** No reply, or one from a proxy: no evidence against the draw. */
export class Unreachable extends Error {}

/** The shop replied without the file. */
class Withheld extends Error {
  readonly failure: CheckFailure;

  constructor(address: string, status: number) {
    super(`${address} answered ${status}`);
    this.failure = { kind: "withheld", file: address, status };
  }
}

/** What the page shows for an error of a fetch. */
export function failureOf(error: unknown): CheckFailure {
  return error instanceof Withheld ? error.failure : { kind: "unreachable" };
}

/** The status codes of a shop that is briefly closed, or of a proxy that gave up. */
const UNREACHABLE_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** @throws {Unreachable} */
async function fetchFresh(address: string, signal: AbortSignal): Promise<Response> {
  // A check needs the current file, not a cached one.
  const reply = await fetch(address, { signal, cache: "no-cache" });
  if (UNREACHABLE_STATUSES.has(reply.status)) throw new Unreachable(`${address} answered ${reply.status}`);
  return reply;
}

/** The file of the draw as served now. @throws {Unreachable | Withheld} */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Response> {
  const reply = await fetchFresh(address, signal);
  if (!reply.ok) throw new Withheld(address, reply.status);
  return reply;
}

/** The body in pieces, as they arrive. */
export async function* piecesOf(reply: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stream = reply.body?.getReader();
  if (!stream) return;
  for (let piece = await stream.read(); !piece.done; piece = await stream.read()) yield piece.value;
}

/** A sealed picture: its address, and the hash of each of its files by name. */
type SealedPicture = { readonly url: string; readonly files: Readonly<Record<string, string>> };

type WithPictures = { readonly pictures: readonly SealedPicture[] };
type Document = WithPictures & { readonly prizes?: readonly WithPictures[] };

/** The paths of the sealed pictures of this site; other sealed addresses count as not compared. */
function sealedFiles(proofText: string): readonly string[] {
  try {
    const document = JSON.parse((JSON.parse(proofText) as { prize: string }).prize) as Document;
    // Before pdraw/3, the document is that of its one prize.
    const prizes = document.prizes ?? [document];
    return prizes
      .flatMap(({ pictures }) => pictures)
      .flatMap(({ url, files }) => Object.keys(files).map((name) => `${url}-${name}`))
      .filter((path) => /^\/media\/[0-9a-f]+-\d+\.[a-z]+$/.test(path));
  } catch {
    return [];
  }
}

/** Fetches every file of each sealed picture as it is served now; the worker judges the proof. */
export async function fetchPictures(proofText: string, signal: AbortSignal): Promise<PictureFile[]> {
  return Promise.all(
    sealedFiles(proofText).map(async (path) => {
      const reply = await fetchFresh(path, signal);
      return { path, bytes: reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined };
    }),
  );
}
