import type { Call } from "#platform/request/api.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { robotsTxt } from "./sitemap.ts";

export function get({ context }: Call) {
  const { publicUrl, env } = ctxOf(context);
  return new Response(robotsTxt(publicUrl, env), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
