/** What a request carries, as bytes and as fields: never read further than a limit, whatever its headers say. */

/** The body, or undefined where it is longer than `most` bytes. It is never read further than that. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("Content-Length") ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * The fields of a form, with the files that came along.
 *
 * @param most bytes of the whole body, files included
 * @returns `undefined` where it is longer, or is no form
 */
export async function readForm(request: Request, most: number): Promise<FormData | undefined> {
  const body = await readBytes(request, most);
  if (body === undefined) return undefined;
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  return new Response(body, { headers }).formData().catch(() => undefined);
}
