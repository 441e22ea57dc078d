/** What a request carries, as bytes, text and fields: never kept beyond a limit, whatever its headers say. */
import { hasTooManyParts, parseFields } from "./body-limits.ts";

/** As much as any form of the shop that is typed by hand, and any call for API clients, could need. */
export const MOST_BYTES = 64 * 1024;

/** A body that is up to four times too long is heard to its end and thrown away: who is still sending reads no answer. */
const HEARD_OUT = 4;

/** Bodies that were looked at before their call was: it reads what was read then. */
const read = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

export function keepBytes(request: Request, body: Uint8Array<ArrayBuffer>): void {
  read.set(request, body);
}

/** The body, or undefined where it is longer than `most` bytes. No more than `most` of it is kept at any time. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = read.get(request);
  if (kept) return kept.byteLength > most ? undefined : kept;
  const said = Number(request.headers.get("Content-Length") ?? 0);
  if (said > most * HEARD_OUT) return undefined;
  // HTTP itself ends such a body there: it is read in one go, which costs less than a stream.
  if (said > 0 && said <= most && !request.headers.has("Transfer-Encoding")) {
    const body = new Uint8Array(await request.arrayBuffer());
    return body.byteLength > most ? undefined : body;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most * HEARD_OUT) return undefined;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return Math.max(said, size) > most ? undefined : new Uint8Array(Buffer.concat(chunks));
}

export async function readText(request: Request, most = MOST_BYTES): Promise<string | undefined> {
  const body = await readBytes(request, most);
  return body && Buffer.from(body.buffer).toString("utf8");
}

/** The fields of a form, or undefined where it is longer than `most` bytes, or its fields are none that a form of ours could have. */
export async function findFields(request: Request, most = MOST_BYTES): Promise<URLSearchParams | undefined> {
  const text = await readText(request, most);
  return text === undefined ? undefined : parseFields(text);
}

/** The fields of a form of at most 64 kB. A body that is longer, or no form, has none: whatever the form asks for is missing then. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  return (await findFields(request)) ?? new URLSearchParams();
}

/** The fields of a form, with the files that came along. */
export async function readForm(request: Request, most: number): Promise<FormData | undefined> {
  const body = await readBytes(request, most);
  const type = request.headers.get("Content-Type") ?? "";
  if (body === undefined || hasTooManyParts(body)) return undefined;
  if (/^application\/x-www-form-urlencoded/i.test(type) && !parseFields(new TextDecoder().decode(body))) return undefined;
  return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}
