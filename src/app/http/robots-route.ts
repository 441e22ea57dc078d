/** GET /robots.txt: what crawlers may fetch, and where they find the rest. */
import { ctxOf } from "#platform/request/request.server.ts";
import type { Route } from "./+types/robots-route.ts";
import { robotsTxt } from "./sitemap.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, env } = ctxOf(context);
  return new Response(robotsTxt(publicUrl, env), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
