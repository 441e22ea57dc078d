/** The reply with a generated picture, which other sites may embed and cache for an hour. */
import { requestedLocale } from "#shared/language/locale.ts";
import type { SharePicture } from "../../server/pictures/draw-share-picture.ts";

/**
 * 404 for no picture, 429 if busy. Without a language in the address, the reply is private to the visitor.
 */
export function pictureReply({ url }: Pick<Request, "url">, jpeg: SharePicture | undefined): Response {
  if (jpeg === "busy") return new Response(null, { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": "5" } });
  if (!jpeg) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(jpeg), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Length": String(jpeg.byteLength),
      "Cache-Control": `${requestedLocale(url) ? "public" : "private"}, max-age=3600`,
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
