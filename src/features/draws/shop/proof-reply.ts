/** Replies with the files of a proof. They never change once they exist, so whoever has one need not be sent it again. */

const YEAR_SECONDS = 31_536_000;

type File = { readonly etag: string; readonly type: string; readonly name: string };

/** The file, or 304. An address with parameters redirects to the one without, so that caches store it once. */
export async function fileReply(
  request: Request,
  { etag, type, name }: File,
  body: () => Promise<string | ReadableStream>,
): Promise<Response> {
  const headers = {
    ETag: etag,
    "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
    // Other sites' pages may check a draw, too.
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

/** Not there, or not there yet: nobody may keep that answer. */
export function notYetReply(status: 404 | 409, error: string, message: string): Response {
  return Response.json({ error, message }, { status, headers: { "Cache-Control": "no-store" } });
}
