/** GET /robots.txt: what crawlers may fetch, and where they find the rest. */
import type { LoaderFunctionArgs } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { robotsTxt } from "./sitemap.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return new Response(robotsTxt(ctxOf(context).publicUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
