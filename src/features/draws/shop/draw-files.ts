/** Fetches the files of a draw for a check, and tells whose doing it is where one does not come. */
import type { CheckFailure } from "../rules/check-state.ts";
import type { PictureFile } from "./check-messages.ts";

/** No file, or no answer: the network's fault, not the draw's. */
export class Unreachable extends Error {}

/** The shop answered, and not with the file: that is its own doing. */
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

/** A shop that is closed for a moment, as its pages say as well, or in front of which something gave up. */
const AWAY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

async function ask(address: string, signal: AbortSignal): Promise<Response> {
  // What somebody checks should be what is there now, not what this browser remembers.
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

/** Every file of each sealed picture as it is served now; the worker judges the proof. */
export async function fetchPictures(proofText: string, signal: AbortSignal): Promise<PictureFile[]> {
  return Promise.all(
    sealedFiles(proofText).map(async (path) => {
      const reply = await ask(path, signal);
      return { path, bytes: reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined };
    }),
  );
}

type Sealed = { readonly url: string; readonly files: Readonly<Record<string, string>> };

/** Paths of this site's pictures, and no other address: whatever else was sealed counts as not compared. */
function sealedFiles(proofText: string): readonly string[] {
  try {
    const { pictures } = JSON.parse((JSON.parse(proofText) as { prize: string }).prize) as { pictures: readonly Sealed[] };
    return pictures
      .flatMap(({ url, files }) => Object.keys(files).map((name) => `${url}-${name}`))
      .filter((path) => /^\/media\/[0-9a-f]+-\d+\.[a-z]+$/.test(path));
  } catch {
    return [];
  }
}
