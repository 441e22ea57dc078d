/** Answers `GET /media/{file}`. Independent of the web framework. */
import { matchesEtag } from "#shared/etag.ts";
import type { Logger } from "../log.server.ts";
import { isFileOfPerson, type Media, type MediaFile } from "./media.server.ts";

/** A file name always has the same content. */
const CACHED_FOREVER = "public, max-age=31536000, immutable";
/** A winner may have their photo removed: caches drop it within minutes. */
const CACHED_FOR_MINUTES = "public, max-age=300";

/** The `Cache-Control` of a file. */
export function cachePolicy(fileName: string): string {
  return isFileOfPerson(fileName) ? CACHED_FOR_MINUTES : CACHED_FOREVER;
}

const ADDRESS = /^\/media\/(winner-photos\/)?([^/]+)$/;

/** A file that is no picture must be harmless in browsers. Other sites and mail clients may show pictures. */
const SAFE_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

const RETRY_SOON = { "Cache-Control": "no-store", "Retry-After": "5" };

/**
 * The reply to a request for a picture's file.
 * @returns 200, 304, 404, 405 for anything but GET and HEAD, or 503 if the store fails
 */
export async function serveMedia(media: Pick<Media, "open">, request: Request, log?: Logger): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { ...SAFE_HEADERS, Allow: "GET, HEAD" } });
  }
  const [, personFolder, name = ""] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
  let file: MediaFile | undefined;
  try {
    // Photos of people have one address only: under another one caches would keep them.
    file = isFileOfPerson(name) && !personFolder ? undefined : await media.open(name);
  } catch (error) {
    log?.warn({ err: error }, "a picture could not be read");
    return new Response(null, { status: 503, headers: { ...SAFE_HEADERS, ...RETRY_SOON } });
  }
  if (!file) return new Response(null, { status: 404, headers: { ...SAFE_HEADERS, "Cache-Control": "no-store" } });

  const policy = personFolder ? CACHED_FOR_MINUTES : cachePolicy(name);
  const headers = { ...SAFE_HEADERS, "Cache-Control": policy, ETag: `"${file.etag}"` };
  if (matchesEtag(request.headers.get("if-none-match"), headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : new Uint8Array(file.body), {
    headers: { ...headers, "Content-Type": file.type, "Content-Length": String(file.size) },
  });
}
