/** Fetches the files of a draw for a check, and tells failures of the network from those of the shop. */
import type { CheckFailure } from "../../rules/check-state.ts";
import type { PictureFile } from "./check-messages.ts";

/** No reply, or one from a proxy: the network's fault, not the draw's. */
export class Unreachable extends Error {}

/** The shop replied without the file: its own fault. */
class Withheld extends Error {
  readonly failure: CheckFailure;

  constructor(address: string, status: number) {
    super(`${address} answered ${status}`);
    this.failure = { kind: "withheld", file: address, status };
  }
}

export function failureOf(error: unknown): CheckFailure {
  return error instanceof Withheld ? error.failure : { kind: "unreachable" };
}

/** The status codes of a shop that is briefly closed, or of a proxy that gave up. */
const AWAY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

async function ask(address: string, signal: AbortSignal): Promise<Response> {
  // A check needs the current file, not a cached one.
  const reply = await fetch(address, { signal, cache: "no-cache" });
  if (AWAY.has(reply.status)) throw new Unreachable(`${address} answered ${reply.status}`);
  return reply;
}

export async function fetchFile(address: string, signal: AbortSignal): Promise<Response> {
  const reply = await ask(address, signal);
  if (!reply.ok) throw new Withheld(address, reply.status);
  return reply;
}

export async function* piecesOf(reply: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stream = reply.body?.getReader();
  if (!stream) return;
  for (let piece = await stream.read(); !piece.done; piece = await stream.read()) yield piece.value;
}

type Sealed = { readonly url: string; readonly files: Readonly<Record<string, string>> };

type WithPictures = { readonly pictures: readonly Sealed[] };
type Document = WithPictures & { readonly prizes?: readonly WithPictures[] };

/** Only paths of this site's pictures: other sealed addresses count as not compared. */
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
      const reply = await ask(path, signal);
      return { path, bytes: reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined };
    }),
  );
}
