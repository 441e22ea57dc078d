/** Reads request bodies as bytes, text and fields, never buffering more than a limit. */
import { hasTooManyParts, parseFields } from "./body-limits.ts";

/** More than any typed form or API call needs. */
export const MOST_BYTES = 64 * 1024;

/** Up to four times too long bodies are drained: a client that is still sending reads no reply. */
const DRAINED = 4;

/** Bodies read before the handler, which reuses them. */
const read = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

export function keepBytes(request: Request, body: Uint8Array<ArrayBuffer>): void {
  read.set(request, body);
}

/** The body, or undefined if it is longer than `most` bytes. Buffers at most `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = read.get(request);
  if (kept) return kept.byteLength > most ? undefined : kept;
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > most * DRAINED) return undefined;
  // With a Content-Length HTTP ends the body: reading at once is cheaper than a stream.
  if (declared > 0 && declared <= most && !request.headers.has("Transfer-Encoding")) {
    const body = new Uint8Array(await request.arrayBuffer());
    return body.byteLength > most ? undefined : body;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most * DRAINED) return undefined;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return Math.max(declared, size) > most ? undefined : new Uint8Array(Buffer.concat(chunks));
}

export async function readText(request: Request, most = MOST_BYTES): Promise<string | undefined> {
  const body = await readBytes(request, most);
  return body && Buffer.from(body.buffer).toString("utf8");
}

/** The fields of a form, or undefined if it is longer than `most` bytes or its fields are invalid. */
export async function findFields(request: Request, most = MOST_BYTES): Promise<URLSearchParams | undefined> {
  const text = await readText(request, most);
  return text === undefined ? undefined : parseFields(text);
}

/** The fields of a form of at most 64 kB. A longer or malformed body has none. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  return (await findFields(request)) ?? new URLSearchParams();
}

/** The fields of a multipart form, with its files. */
export async function readForm(request: Request, most: number): Promise<FormData | undefined> {
  const body = await readBytes(request, most);
  const type = request.headers.get("Content-Type") ?? "";
  if (body === undefined || hasTooManyParts(body)) return undefined;
  if (/^application\/x-www-form-urlencoded/i.test(type) && !parseFields(new TextDecoder().decode(body))) return undefined;
  return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}
