/** GET /api/openapi.json: every API call, described for API clients. */
import { ctxOf } from "#platform/request/request.server.ts";
import type { Route } from "./+types/openapi-route.ts";
import { describeCalls } from "./openapi.ts";

export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl, brand } = ctxOf(context);
  return Response.json(describeCalls(publicUrl, brand.current.name, brand.current.trader.email), {
    headers: { "Cache-Control": "public, max-age=3600" },
  });
}
