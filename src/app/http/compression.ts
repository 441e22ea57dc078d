/** Compresses replies while they are made: what has been written is sent on whenever the page pauses. */
import { once } from "node:events";
import { Readable } from "node:stream";
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from "node:zlib";
import { chooseEncoding, type Encoding, isCompressible, varyByEncoding } from "./encoding.ts";

/** Below this, headers and the block's own frame eat up the gain. */
const LEAST_BYTES = 1024;
/** Less than a fifth of what it takes to make a page. The next steps take twice as long, for a tenth of its bytes or less. */
const BROTLI_QUALITY = 2;
/** 256 kB, more than the longest page. By itself each encoder would take 4 MB for its window, and clearing those away would cost more than packing. */
const BROTLI_WINDOW_BITS = 18;
const GZIP = { level: 1, memLevel: 9 } as const;

/**
 * The same reply, compressed where that is asked for and pays. Replies without a body, in parts, already encoded, tiny, or that must not be
 * changed stay as they are; all that could have been compressed say so with `Vary`.
 *
 * Pages for people who are signed in are compressed too: docs/decisions/0013 says why lengths give nothing away.
 */
export async function compressed(request: Request, reply: Response): Promise<Response> {
  if (!isCompressible(reply.headers.get("Content-Type")) || isFixed(reply)) return reply;
  varyByEncoding(reply.headers);
  const encoding = chooseEncoding(request.headers.get("Accept-Encoding") ?? undefined);
  if (encoding === undefined || request.method === "HEAD" || reply.body === null) return reply;

  const reader = reply.body.getReader();
  const { beginning, isWhole } = await readBeginning(reader);
  const { status, statusText } = reply;
  const headers = new Headers(reply.headers);
  if (isWhole && sizeOf(beginning) < LEAST_BYTES) return new Response(Buffer.concat(beginning), { status, statusText, headers });

  const encoder = createEncoder(encoding);
  encoder.once("close", () => void reader.cancel().catch(() => undefined));
  pour(beginning, reader, encoder).catch((error: Error) => encoder.destroy(error));
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  const etag = headers.get("ETag");
  if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  return new Response(Readable.toWeb(encoder) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers });
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Encoder = BrotliCompress | Gzip;

function isFixed({ status, headers }: Response): boolean {
  if ([204, 206, 304].includes(status) || headers.has("Content-Encoding")) return true;
  const length = headers.get("Content-Length");
  if (length !== null && Number(length) < LEAST_BYTES) return true;
  return /(?:^|,)\s*no-transform\s*(?:,|$)/i.test(headers.get("Cache-Control") ?? "");
}

/** Reads on until it is certain that there is enough to compress. */
async function readBeginning(reader: Reader): Promise<{ beginning: Uint8Array[]; isWhole: boolean }> {
  const beginning: Uint8Array[] = [];
  while (sizeOf(beginning) < LEAST_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { beginning, isWhole: true };
    beginning.push(value);
  }
  return { beginning, isWhole: false };
}

async function pour(beginning: readonly Uint8Array[], reader: Reader, encoder: Encoder): Promise<void> {
  let pause: NodeJS.Immediate | undefined;
  const write = async (chunk: Uint8Array) => {
    clearImmediate(pause);
    if (!encoder.write(chunk)) await once(encoder, "drain");
    // Nothing more this turn: the page waits for something, and its reader should not.
    pause = setImmediate(() => encoder.flush());
  };
  for (const chunk of beginning) await write(chunk);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    await write(value);
  }
  clearImmediate(pause);
  encoder.end();
}

function createEncoder(encoding: Encoding): Encoder {
  if (encoding === "gzip") return createGzip(GZIP);
  return createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
  });
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
