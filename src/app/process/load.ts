import { existsSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import type { Ctx } from "#platform/ctx.server.ts";
import { EnvError } from "#platform/env/env.server.ts";

/** The application that `server.ts` makes. */
export type Application = {
  readonly listener: RequestListener;
  /** Starts queues and timers. Call once, before the first request. */
  startWork(): Promise<void>;
};
type ServerModule = { createApplication(ctx: Ctx): Application };

/** `application` returns the newest one; `around` lets the bundler handle its own requests. */
export type Loaded = {
  application(ctx: Ctx): Promise<Application>;
  around(listener: RequestListener): RequestListener;
};

export async function loadBuilt(): Promise<Loaded> {
  const address = new URL("../../../build/server/index.js", import.meta.url);
  if (!existsSync(address)) throw new EnvError("The shop is not built yet: npm run build");
  const built: ServerModule = await import(address.href);
  let only: Application | undefined;
  return {
    application: async (ctx) => {
      only ??= built.createApplication(ctx);
      return only;
    },
    around: (listener) => listener,
  };
}

/** Vite in middleware mode: hot reload in the browser, the server's modules reload at the next request. */
export async function loadForDevelopment(server: Server): Promise<Loaded> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  server.on("close", () => void vite.close());
  let newest: { module: ServerModule; application: Application } | undefined;
  return {
    application: async (ctx) => {
      const module = (await vite.ssrLoadModule("/src/app/server.ts")) as ServerModule;
      if (newest?.module !== module) newest = { module, application: module.createApplication(ctx) };
      return newest.application;
    },
    around: (listener) => (incoming, outgoing) => vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing)),
  };
}
