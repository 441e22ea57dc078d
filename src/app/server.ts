import { getRequestListener } from "@hono/node-server";
import * as build from "virtual:react-router/server-build";
import { hintCookie, lacksHint } from "#features/accounts/server/sessions/session-cookie.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { API_ROUTES } from "./http/api/api.ts";
import { createHttp } from "./http/http.ts";
import { withRequestMetrics, withRequestTracing } from "./http/observe-requests.ts";
import { createCachedPages } from "./http/pages/cached-pages.ts";
import { routePatterns } from "./http/pages/route-patterns.ts";
import type { Bindings } from "./http/request-limits.ts";
import { startJobHandlers } from "./process/job-handlers.ts";
import type { Application } from "./process/load.ts";
import { pagePurger } from "./process/purge-pages.ts";
import { startTimers } from "./process/timers.ts";

/** A quarter of the time after which a cache refreshes by itself. */
const PURGE_SECONDS = 0.5;

export function createApplication(ctx: Ctx): Application {
  const http = createHttp(ctx);
  const edge = getRequestListener((request, bindings) => http.fetch(request, bindings as Bindings));
  const front = createCachedPages({
    render: async (request, bindings) => http.fetch(request, bindings),
    hint: (cookie) => (lacksHint(cookie) ? hintCookie(ctx, "1") : undefined),
    edge,
  });
  // No caching in development.
  const listener = ctx.env.isDevelopment ? edge : front.listener;
  const startWork = async () => {
    await startJobHandlers(ctx);
    startTimers(ctx);
    const { cachePurge } = ctx.env;
    if (cachePurge)
      ctx.jobs.repeat({ name: "purge pages", everySeconds: PURGE_SECONDS, run: pagePurger(ctx, cachePurge, front.forgetPages) });
  };
  const traced = withRequestTracing(ctx.tracing, routePatterns(build.routes, [...API_ROUTES.keys()]), listener);
  return { listener: withRequestMetrics(ctx.metrics, traced), startWork };
}
