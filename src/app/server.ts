/** What Vite bundles: the HTTP edge with the kept pages before it, and the work that goes on behind it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Ctx } from "#platform/ctx.server.ts";
import { createHttp } from "./http/http.ts";
import { createPageFront } from "./http/page-front.ts";
import type { Bindings } from "./http/request-limits.ts";
import { withRequestMetrics } from "./http/request-metrics.ts";
import { startJobHandlers } from "./job-handlers.ts";
import type { Application } from "./load.ts";

export function createApplication(ctx: Ctx): Application {
  const http = createHttp(ctx);
  const edge = getRequestListener((request, bindings) => http.fetch(request, bindings as Bindings));
  const renderShared = async (request: Request, nonce: string, incoming: IncomingMessage, outgoing: ServerResponse) =>
    http.fetch(request, { incoming, outgoing, nonce });
  // While developing, what is on the screen is never a second old.
  const listener = ctx.env.isDevelopment ? edge : createPageFront(renderShared, edge);
  return { listener: withRequestMetrics(ctx.metrics, listener), startJobHandlers: () => startJobHandlers(ctx) };
}
