/** GET /api/openapi.json: every call for programs, described for programs. */
import type { LoaderFunctionArgs } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { describeCalls } from "./openapi.ts";

export function loader({ context }: LoaderFunctionArgs): Response {
  return Response.json(describeCalls(ctxOf(context).publicUrl), { headers: { "Cache-Control": "public, max-age=3600" } });
}
