/** Answers `GET /media/{file}`, independent of the web framework. */
import { namesTag } from "#shared/etag.ts";
import type { Logger } from "../log.server.ts";
import { isFileOfPerson, type Media, type MediaFile } from "./media.server.ts";

/** A name always has the same content. */
const FOR_EVER = "public, max-age=31536000, immutable";
/** A winner may have their photo removed: caches drop it within minutes. */
const FOR_MINUTES = "public, max-age=300";

export function cachePolicy(fileName: string): string {
  return isFileOfPerson(fileName) ? FOR_MINUTES : FOR_EVER;
}

const ADDRESS = /^\/media\/(winner-photos\/)?([^/]+)$/;

/** A file that is no picture must be harmless in browsers. Other sites and mail clients may show pictures. */
const HARMLESS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

const AWAY = { "Cache-Control": "no-store", "Retry-After": "5" };

/** @returns 200, 304, 404, 405 for anything but GET and HEAD, or 503 if the store fails */
export async function serveMedia(media: Pick<Media, "open">, request: Request, log?: Logger): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { ...HARMLESS, Allow: "GET, HEAD" } });
  }
  const [, ofPerson, name = ""] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
  let file: MediaFile | undefined;
  try {
    // Photos of people have one address only: under another one caches would keep them.
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
