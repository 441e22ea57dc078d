/** What Vite bundles: the HTTP edge, and the work that goes on behind it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { createHttp } from "./http.ts";
import type { Application } from "./load.ts";
import { startWork } from "./work.ts";

export function createApplication(ctx: Ctx): Application {
  const http = createHttp(ctx);
  return { fetch: (request, bindings) => http.fetch(request, bindings), startWork: () => startWork(ctx) };
}
