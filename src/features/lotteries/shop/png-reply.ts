/** How a drawn picture is sent: other sites may show it, and keep it for an hour. */

import { askedLocale } from "#shared/locale.ts";
import type { SharePicture } from "../server/draw-share-picture.ts";

/** 404 where there is none, 429 where it has to be asked for again. Where the address names no language, the picture is in the asker’s: nobody else’s. */
export function pngReply({ url }: Pick<Request, "url">, png: SharePicture | undefined): Response {
  if (png === "busy") return new Response(null, { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": "5" } });
  if (!png) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(png), {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(png.byteLength),
      "Cache-Control": `${askedLocale(url) ? "public" : "private"}, max-age=3600`,
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
