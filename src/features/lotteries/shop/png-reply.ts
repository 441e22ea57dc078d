/** How a drawn picture is sent: other sites may show it, and keep it for an hour. */

/** 404 where there is none. */
export function pngReply(png: Buffer | undefined): Response {
  if (!png) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(png), {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(png.byteLength),
      "Cache-Control": "public, max-age=3600",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
