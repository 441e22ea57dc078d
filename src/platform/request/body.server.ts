/** Reads request bodies as bytes, text and fields, without buffering more than a limit. */
import { hasTooManyParts, parseFields } from "./body-limits.ts";

/** The default limit: more than any typed form or API call needs. */
export const MOST_BYTES = 64 * 1024;

/**
 * Longer bodies are read to their end up to so many times the limit, since a client that is still sending
 * reads no reply.
 */
const DRAINED_TIMES = 4;

/** Bodies that were read before the handler runs, which uses them again. */
const bodiesRead = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

/** Stores the body of a request for its handler. */
export function keepBytes(request: Request, body: Uint8Array<ArrayBuffer>): void {
  bodiesRead.set(request, body);
}

/** The body; undefined if it is longer than `most` bytes. Buffers at most `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const earlier = bodiesRead.get(request);
  if (earlier) return earlier.byteLength > most ? undefined : earlier;
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > most * DRAINED_TIMES) return undefined;
  // With a Content-Length HTTP ends the body: reading at once is cheaper than a stream.
  if (declared > 0 && declared <= most && !request.headers.has("Transfer-Encoding")) {
    const body = new Uint8Array(await request.arrayBuffer());
    return body.byteLength > most ? undefined : body;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most * DRAINED_TIMES) return undefined;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return Math.max(declared, size) > most ? undefined : new Uint8Array(Buffer.concat(chunks));
}

/** The body as text; undefined if it is longer than `most` bytes. */
export async function readText(request: Request, most = MOST_BYTES): Promise<string | undefined> {
  const body = await readBytes(request, most);
  return body && Buffer.from(body.buffer).toString("utf8");
}

/** The fields of a form; undefined if it is longer than `most` bytes or its fields are invalid. */
export async function findFields(request: Request, most = MOST_BYTES): Promise<URLSearchParams | undefined> {
  const text = await readText(request, most);
  return text === undefined ? undefined : parseFields(text);
}

/** The fields of a form of at most 64 kB; none if it is longer or malformed. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  return (await findFields(request)) ?? new URLSearchParams();
}

/** The fields of a multipart form, with its files; undefined if it is too long or malformed. */
export async function readForm(request: Request, most: number): Promise<FormData | undefined> {
  const body = await readBytes(request, most);
  const type = request.headers.get("Content-Type") ?? "";
  if (body === undefined || hasTooManyParts(body)) return undefined;
  if (/^application\/x-www-form-urlencoded/i.test(type) && !parseFields(new TextDecoder().decode(body))) return undefined;
  return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}
