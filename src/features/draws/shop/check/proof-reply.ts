/** Replies with the files of a proof, which are immutable and therefore cached for long. */

const YEAR_SECONDS = 31_536_000;

/** `name`: of the file when saved. */
type File = { readonly etag: string; readonly type: string; readonly name: string };

/** The file, or 304. An address with parameters redirects to the one without, which caches store once. */
export async function fileReply(
  request: Request,
  { etag, type, name }: File,
  body: () => Promise<string | ReadableStream>,
): Promise<Response> {
  const headers = {
    ETag: etag,
    "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
    // Pages of other sites may check a draw, too.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  const { pathname, search } = new URL(request.url);
  if (search !== "")
    return new Response(null, { status: 302, headers: { ...headers, Location: pathname, "Cache-Control": "no-store" } });
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  if (known.some((each) => each.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(await body(), {
    headers: { ...headers, "Content-Type": type, "Content-Disposition": `inline; filename="${name}"` },
  });
}

/** The reply for a file that does not exist (yet). Not cached. */
export function notYetReply(status: 404 | 409, error: string, message: string): Response {
  return Response.json({ error, message }, { status, headers: { "Cache-Control": "no-store" } });
}
