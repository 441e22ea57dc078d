/** Client of time-stamping authorities (RFC 3161), which witness commitments. */
import { timestampRequest, tokenIn, trustedRoots, verifyTimestamp } from "@concours/draw-protocol/timestamp";
import { err, ok, type Result } from "#shared/result.ts";

/**
 * A verified time-stamp. `token`: DER; `authority`: by its certificate; `at`: its time; `latest`: that time
 * plus its stated inaccuracy.
 */
export type Stamp = { readonly token: Uint8Array; readonly authority: string; readonly at: Date; readonly latest: Date };

export type Timestamper = {
  readonly urls: readonly string[];
  /** Has a SHA-256 (hex) stamped. `refused`: no valid token of a trusted authority for this request. */
  stamp(url: string, hash: string): Promise<Result<Stamp, "unreachable" | "refused">>;
};

type Options = {
  readonly urls: readonly string[];
  readonly random: (bytes: number) => Uint8Array;
  readonly roots?: readonly Uint8Array[];
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
};

const NONCE_BYTES = 8;
/** A valid reply with all its certificates has about 6 kB. */
const LONGEST_ANSWER = 65_536;

/** Requests time-stamps over HTTP and verifies them. `random` makes nonces; `roots`: trusted certificates. */
export function createTimestamper(options: Options): Timestamper {
  const { urls, random, roots = trustedRoots(), fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  return {
    urls,
    async stamp(url, hash) {
      const nonce = Buffer.from(random(NONCE_BYTES)).toString("hex");
      const answer = await requestToken(url, timestampRequest(hash, nonce), fetch, timeoutMs);
      if (!answer) return err("unreachable");
      const token = tokenIn(answer);
      if (!token) return err("refused");
      const checked = await verifyTimestamp({ token, hash, nonce, roots });
      if (!checked.ok) return err("refused");
      const { authority, at, latest } = checked.value;
      return ok({ token, authority, at: new Date(at), latest: new Date(latest) });
    },
  };
}

/** The authority's reply; undefined if there is none in time. */
async function requestToken(
  url: string,
  body: Uint8Array,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<Uint8Array | undefined> {
  try {
    const headers = { "Content-Type": "application/timestamp-query", Accept: "application/timestamp-reply" };
    const request = {
      method: "POST",
      headers,
      body: Uint8Array.from(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    } as const;
    const reply = await fetch(url, request);
    if (!reply.ok) return void (await reply.body?.cancel());
    return await readLimited(reply);
  } catch {
    return undefined;
  }
}

/** The reply's body. The limit protects the memory from endless replies. */
async function readLimited(reply: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of reply.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > LONGEST_ANSWER) throw new Error("too long for a time-stamp");
  }
  return Buffer.concat(pieces);
}
