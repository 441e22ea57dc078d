/** GET /api/openapi.json: every API call, described for API clients. */
import type { LoaderFunctionArgs } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { describeCalls } from "./openapi.ts";

export function loader({ context }: LoaderFunctionArgs): Response {
  const { publicUrl, brand } = ctxOf(context);
  return Response.json(describeCalls(publicUrl, brand.current.name), { headers: { "Cache-Control": "public, max-age=3600" } });
}
