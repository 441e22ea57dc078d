/** Answers `GET /media/{file}`. Kept apart from the web server's library, so that it can be read and tested alone. */
import { namesTag } from "#shared/etag.ts";
import type { Logger } from "../log.server.ts";
import { isFileOfPerson, type Media, type MediaFile } from "./media.server.ts";

/** A name stands for the same bytes for ever, so browsers need never ask again. */
const FOR_EVER = "public, max-age=31536000, immutable";
/** A winner may have their photo taken down: no cache shows it for longer after that. */
const FOR_MINUTES = "public, max-age=300";

export function cachePolicy(fileName: string): string {
  return isFileOfPerson(fileName) ? FOR_MINUTES : FOR_EVER;
}

const ADDRESS = /^\/media\/(winner-photos\/)?([^/]+)$/;

/** Even a file that were not a picture could do nothing in a browser; other sites and mail readers may show it. */
const HARMLESS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

const AWAY = { "Cache-Control": "no-store", "Retry-After": "5" };

/** @returns 200 or 304 with the file, 404 for an unknown one, 405 for anything but GET and HEAD, 503 where the place of the files fails */
export async function serveMedia(media: Pick<Media, "open">, request: Request, log?: Logger): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { ...HARMLESS, Allow: "GET, HEAD" } });
  }
  const [, ofPerson, name = ""] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
  let file: MediaFile | undefined;
  try {
    // Of a person it has one address alone: under another, caches would keep it.
    file = isFileOfPerson(name) && !ofPerson ? undefined : await media.open(name);
  } catch (error) {
    log?.warn({ err: error }, "a picture could not be read");
    return new Response(null, { status: 503, headers: { ...HARMLESS, ...AWAY } });
  }
  if (!file) return new Response(null, { status: 404, headers: { ...HARMLESS, "Cache-Control": "no-store" } });

  const policy = ofPerson ? FOR_MINUTES : cachePolicy(name);
  const headers = { ...HARMLESS, "Cache-Control": policy, ETag: `"${file.etag}"` };
  if (namesTag(request.headers.get("if-none-match"), headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : new Uint8Array(file.body), {
    headers: { ...headers, "Content-Type": file.type, "Content-Length": String(file.size) },
  });
}
